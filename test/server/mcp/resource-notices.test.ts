import { appendFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import { expect, onTestFinished, test, vi } from "vitest";
import { noticeChanges } from "../../../src/server/mcp/resource-notices.ts";
import { writeFiles } from "../../temp.ts";
import { call, modern, overStdio, served } from "./mcp-client.ts";

/** What the client is told, in order. */
function toldTo(client: Client): string[] {
  const told: string[] = [];
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
    told.push(params.uri);
  });
  client.setNotificationHandler("notifications/resources/list_changed", () => {
    told.push("list");
  });
  return told;
}

const cooking = "loci://topics/cooking";
const wait = { timeout: 15_000, interval: 50 };

/** Changes the topic until the client is told once more: what changes before its server first looks counts as seen. */
async function untilTold(root: string, told: readonly string[]): Promise<void> {
  const count = (): number => told.filter((uri) => uri === cooking).length;
  const before = count();
  await vi.waitFor(() => {
    appendFileSync(join(root, "topics/cooking.md"), `- Line ${performance.now()}\n`);
    expect(count()).toBeGreaterThan(before);
  }, wait);
}

async function watched() {
  const vault = await served({ "people/ben/topics/gifts.md": "- A bicycle\n" });
  const watcher = await vault.loci.index.watch(() => {});
  onTestFinished(() => watcher.close());
  return vault;
}

const topics = [cooking, "loci://topics/gifts"];

test.each([
  ["http", modern],
  ["stdio", modern],
  ["stdio", "legacy"],
] as const)(
  "over %s, a client (%j) is told of changes that it may know of, and asked for",
  async (how, era) => {
    const { root, overHttp } = await watched();
    const client = how === "http" ? await overHttp(era) : await overStdio(root, era);
    const told = toldTo(client);
    if (era === "legacy") for (const uri of topics) await client.subscribeResource({ uri });
    else await client.listen({ resourceSubscriptions: topics, resourcesListChanged: true });
    await untilTold(root, told);
    writeFiles(root, { "topics/kites.md": "- Flies kites\n" });
    await vi.waitFor(() => expect(told).toContain("list"), wait);
    // Ben's own, and one that nobody asked for.
    appendFileSync(join(root, "people/ben/topics/gifts.md"), "- And a bell\n");
    appendFileSync(join(root, "topics/kites.md"), "- Red ones\n");
    await untilTold(root, told);
    expect(new Set(told)).toEqual(new Set([cooking, "list"]));
    const { status } = (await call(client, "remember", { text: "Salts late", topic: "cooking" }))
      .data;
    expect(status).toBe("saved");
  },
);

test("who listens no more is told no more, and a server that closes ends what listens", async () => {
  const { root, overHttp, server } = await watched();
  const client = await overHttp(modern);
  const told = toldTo(client);
  const first = await client.listen({ resourceSubscriptions: [cooking] });
  await untilTold(root, told);
  await first.close();
  const count = told.length;
  const second = await client.listen({ resourcesListChanged: true });
  appendFileSync(join(root, "topics/cooking.md"), "- Not told\n");
  await vi.waitFor(() => {
    writeFiles(root, { [`topics/new-${performance.now()}.md`]: "- Told\n" });
    expect(told).toContain("list");
  }, wait);
  expect(told.filter((uri) => uri === cooking)).toHaveLength(count);
  await server.close();
  expect(["graceful", "remote"]).toContain(await second.closed);
});

test("clients of 2025 over HTTP, where nothing can be pushed, are not promised it", async () => {
  const { overHttp } = await served();
  expect((await overHttp("legacy")).getServerCapabilities()?.resources?.subscribe).toBeUndefined();
  expect((await overHttp(modern)).getServerCapabilities()?.resources?.subscribe).toBe(true);
});

test("noticeChanges() tells of what differs, and goes on after a look that failed", async () => {
  const looks: (readonly [string, string][] | Error)[] = [
    [["tea", "1"]],
    [["tea", "2"]],
    new Error("the index is gone"),
    [
      ["tea", "2"],
      ["a b", "1"],
    ],
    [["a b", "2"]],
  ];
  const versions = async () => {
    const next = looks.shift() ?? [];
    if (next instanceof Error) throw next;
    return new Map(next);
  };
  let changed = (): void => {};
  const told: string[] = [];
  const stop = noticeChanges(
    { versions },
    (listener) => {
      changed = listener;
      return () => told.push("stopped");
    },
    {
      updated: (uri) => told.push(uri),
      listChanged: () => told.push("list"),
      report: (sentence) => told.push(sentence),
    },
  );
  for (let i = 0; i < 4; i++) changed();
  await vi.waitFor(() => expect(looks).toEqual([]));
  await vi.waitFor(() => expect(told).toHaveLength(5));
  stop();
  expect(told).toEqual([
    ...["loci://topics/tea", "MCP: the index is gone", "list"],
    ...["loci://topics/a%20b", "list", "stopped"],
  ]);
});
