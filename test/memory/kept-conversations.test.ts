import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Loci } from "../../src/app/loci.ts";
import { listFiles } from "../../src/vault/list-files.ts";
import { collect, useLoci } from "../use-loci.ts";

async function talk(loci: Loci, ...lines: readonly string[]): Promise<string> {
  const conversation = await loci.converse({ person: "ana" });
  for (const line of lines) await collect(conversation.turn(line));
  const { id } = conversation.session();
  await conversation.end();
  return id;
}

const saidIn = async (loci: Loci, id: string): Promise<readonly unknown[]> =>
  (await loci.sessions.read(id)).messages.flatMap((one) =>
    "role" in one && one.role === "user" && "content" in one ? [one.content] : [],
  );

test("what is forgotten leaves the digested conversations that can still be read", async () => {
  const loci = await useLoci();
  const id = await talk(loci, "I live in Valls", "I love flamenco");
  expect(await saidIn(loci, id)).toContain("I live in Valls");
  const [found] = await loci.memory.find("Lives in Valls", { person: "ana", agent: "loci" });
  if (found === undefined) throw new Error("It was not found");
  await loci.memory.forget([found], { viewer: { person: "ana" } });
  expect(await saidIn(loci, id)).toEqual(["I love flamenco"]);
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
