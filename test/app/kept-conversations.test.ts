import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { TurnEvent } from "../../src/agent/turn-event.ts";
import type { Loci } from "../../src/app/loci.ts";
import { listFiles } from "../../src/vault/list-files.ts";
import { watchVault } from "../watched-vault.ts";
import { ana, learn } from "./private-talk.ts";
import { useLoci } from "./use-loci.ts";

async function talk(loci: Loci, ...lines: readonly string[]): Promise<string> {
  const conversation = await loci.converse({ person: "ana" });
  for (const line of lines) await collect(conversation.turn(line));
  const { id } = conversation.session();
  await conversation.end();
  return id;
}

async function collect(events: AsyncIterable<TurnEvent>): Promise<TurnEvent[]> {
  const all: TurnEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

const saidIn = async (loci: Loci, id: string): Promise<readonly unknown[]> =>
  (await loci.sessions.read(id)).messages.flatMap((one) =>
    "role" in one && one.role === "user" && "content" in one ? [one.content] : [],
  );

test("a digested conversation can still be read, and its messages are in no prompt", async () => {
  const vault = await watchVault({}, { extract: () => ({ conclusions: learn("Likes zorblax") }) });
  const id = await vault.talk(["I like zorblax", "and quux too"], ana);
  const loci = await vault.open();
  expect((await loci.sessions.read(id)).session.state).toBe("closed");
  expect(await saidIn(loci, id)).toEqual(["I like zorblax", "and quux too"]);
  const again = await loci.converse({ person: "ana" });
  await collect(again.turn("hello"));
  expect(JSON.stringify(vault.server.requests.at(-1))).not.toContain("quux");
  await loci.close();
});

test("what is forgotten leaves the digested conversations that can still be read", async () => {
  const loci = await useLoci();
  const id = await talk(loci, "I live in Valls", "I love flamenco");
  expect(await saidIn(loci, id)).toContain("I live in Valls");
  const [found] = await loci.memory.find("Lives in Valls", { person: "ana", agent: "loci" });
  if (found === undefined) throw new Error("It was not found");
  await loci.memory.forget([found], { viewer: { person: "ana" } });
  expect(await saidIn(loci, id)).toEqual(["I love flamenco"]);
});

test("transcripts that are kept no day leave no digested conversation either", async () => {
  const env = { LOCI_PRIVACY_RETENTION_DAYS: "0" };
  const vault = await watchVault(
    {},
    { extract: () => ({ conclusions: learn("Likes zorblax") }) },
    { env },
  );
  const id = await vault.talk(["I like zorblax"], ana);
  const loci = await vault.open();
  expect(await saidIn(loci, id)).toEqual([]);
  await loci.close();
});

const entriesOf = ({ root }: Loci): string =>
  listFiles(root)
    .files.map(({ path }) => readFileSync(join(root, path), "utf8"))
    .join("\n");

test("what a conversation taught stays when it is removed, and is forgotten by its id even then", async () => {
  const loci = await useLoci();
  const first = await talk(loci, "I live in Tarragona");
  expect(await loci.sessions.remove({ id: first })).toEqual({ removed: 1 });
  expect(entriesOf(loci)).toContain("Tarragona");
  const viewer = { person: "ana" };
  await loci.memory.forget(await loci.memory.select({ sessions: [first] }, viewer), { viewer });
  expect(entriesOf(loci)).not.toContain("Tarragona");
  const logs = readdirSync(join(loci.root, "log"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => readFileSync(join(loci.root, "log", name), "utf8"));
  expect(logs.join("\n")).not.toContain("Tarragona");
});
