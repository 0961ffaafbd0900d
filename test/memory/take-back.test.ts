import { execFileSync } from "node:child_process";
import { globSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Loci } from "../../src/app/loci.ts";
import { listFiles } from "../../src/vault/list-files.ts";
import { outcomesOf } from "../outcomes.ts";
import { undo } from "../undo.ts";
import { collect, useLoci } from "../use-loci.ts";

/** All words of the vault, but for its git and its own folder. */
const vaultText = ({ root }: Loci): string =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && !/\/\.(?:git|loci)(?:\/|$)/.test(`${file.parentPath}/`))
    .map((file) => readFileSync(join(file.parentPath, file.name), "utf8"))
    .join("\n");

/** Every byte of the databases of conversations and of the index. */
const databases = ({ root }: Loci): string =>
  readdirSync(join(root, ".loci"))
    .filter((name) => /^(?:sessions|index)/.test(name))
    .map((name) => readFileSync(join(root, ".loci", name), "latin1"))
    .join("\n");

const entryFile = (loci: Loci): string => {
  const found = listFiles(loci.root).files.find(({ path }) => path.includes("general/"));
  if (found === undefined) throw new Error("nothing was saved");
  return join(loci.root, found.path);
};

const dentist = "remember that the dentist is called Wolfgang Quixote";
const memory = "The dentist is called Wolfgang Quixote";

test("takeBack() takes what was said and what it saved out of everywhere, as if it had not been said", async () => {
  const loci = await useLoci();
  const conversation = await loci.converse({ person: "ana" });
  await collect(conversation.turn("I love flamenco"));
  const before = vaultText(loci);
  await collect(conversation.turn(dentist, { mode: "voice", confidence: 0.9 }));
  expect(vaultText(loci)).toContain("Quixote");
  expect(databases(loci)).toContain("Quixote");
  expect(await conversation.takeBack()).toEqual({ said: dentist, forgotten: [memory], kept: [] });
  expect(vaultText(loci)).toBe(before);
  expect(databases(loci)).not.toContain("Quixote");
  expect(
    (await loci.memory.recall("who is the dentist?", { viewer: { person: "ana" } })).hits,
  ).toEqual([]);
  expect(await collect(conversation.say("/why"))).toContainEqual(
    expect.objectContaining({ type: "why", hits: [] }),
  );
  const said = await collect(conversation.turn("who is the dentist?"));
  expect(JSON.stringify(said)).not.toContain("Quixote");
  const digest = await conversation.end();
  expect(outcomesOf(digest, "learned")).toEqual([]);
  expect(outcomesOf(digest, "known")).toEqual([]);
  expect(outcomesOf(digest, "saved").map(({ text }) => text)).toEqual(["I love flamenco"]);
  expect(vaultText(loci)).not.toContain("Quixote");
});

test("takeBack() lets nothing of a message reach the digestion, and a second one takes the one before", async () => {
  const loci = await useLoci();
  const conversation = await loci.converse({ person: "ana", mode: "voice" });
  await collect(conversation.turn("We decided to paint the kitchen in sage green"));
  await collect(conversation.turn("I'm allergic to walnuts"));
  await collect(conversation.turn("We sold the house in Tarragona"));
  expect(await conversation.takeBack()).toMatchObject({ said: "We sold the house in Tarragona" });
  expect(await conversation.takeBack()).toMatchObject({ said: "I'm allergic to walnuts" });
  const digest = await conversation.end();
  expect(outcomesOf(digest, "learned")).toHaveLength(1);
  expect(vaultText(loci)).toContain("sage green");
  expect(vaultText(loci)).not.toMatch(/walnuts|Tarragona/);
});

test("takeBack() has nothing to take where nobody spoke, or where it is memory already", async () => {
  const loci = await useLoci();
  const conversation = await loci.converse({ person: "ana" });
  expect(await conversation.takeBack()).toBeUndefined();
  expect(await loci.sessions.list()).toEqual([]);
  await collect(conversation.turn("We decided to paint the kitchen in sage green"));
  await conversation.end();
  expect(await conversation.takeBack()).toBeUndefined();
  expect(vaultText(loci)).toContain("sage green");
});

test("takeBack() leaves a memory alone that was there before it was said again", async () => {
  const loci = await useLoci();
  const conversation = await loci.converse({ person: "ana" });
  await collect(conversation.turn(dentist));
  await collect(conversation.turn(dentist));
  expect(await conversation.takeBack()).toEqual({ said: dentist, forgotten: [], kept: [] });
  expect(vaultText(loci)).toContain(memory);
  expect(await conversation.takeBack()).toMatchObject({ forgotten: [memory] });
  expect(vaultText(loci)).not.toContain(memory);
});

test("takeBack() keeps a memory whose words somebody changed meanwhile, and tells it", async () => {
  const loci = await useLoci();
  const conversation = await loci.converse({ person: "ana" });
  await collect(conversation.turn("I love flamenco"));
  await collect(conversation.turn(dentist));
  const file = entryFile(loci);
  writeFileSync(file, readFileSync(file, "utf8").replace("Quixote", "Sancho"));
  const kept = ["The dentist is called Wolfgang Sancho"];
  expect(await conversation.takeBack()).toEqual({ said: dentist, forgotten: [], kept });
  expect(readFileSync(file, "utf8")).toContain(`- ${kept} (`);
});

test("takeBack() keeps what others wrote into the file since", async () => {
  const loci = await useLoci();
  const conversation = await loci.converse({ person: "ana" });
  await collect(conversation.turn(dentist));
  const file = entryFile(loci);
  writeFileSync(file, `${readFileSync(file, "utf8")}- The bins go out on Tuesday\n`);
  expect(await conversation.takeBack()).toMatchObject({ forgotten: [memory], kept: [] });
  expect(readFileSync(file, "utf8")).toContain("- The bins go out on Tuesday\n");
  expect(vaultText(loci)).not.toContain("Quixote");
});

test("takeBack() finds a memory whose step was committed long ago, and one that is gone already", async () => {
  const loci = await useLoci();
  const conversation = await loci.converse({ person: "ana" });
  await collect(conversation.turn(dentist));
  for (let i = 0; i < 25; i++) {
    await loci.memory.remember([{ text: `Step number ${i} of many`, topic: "steps" }]);
  }
  expect(await conversation.takeBack()).toMatchObject({ forgotten: [memory] });
  expect(vaultText(loci)).not.toContain("Quixote");
  await collect(conversation.turn(dentist));
  await undo(loci);
  expect(await conversation.takeBack()).toEqual({ said: dentist, forgotten: [], kept: [] });
});

test("takeBack() leaves no words for `undo` to bring back, and git learns nothing of them", async () => {
  const loci = await useLoci();
  const conversation = await loci.converse({ person: "ana" });
  await collect(conversation.turn(dentist));
  await conversation.takeBack();
  expect(await undo(loci)).toBeUndefined();
  await collect(conversation.turn("We decided to paint the kitchen in sage green"));
  await conversation.end();
  const log = execFileSync("git", ["log", "-p", "--all"], { cwd: loci.root, encoding: "utf8" });
  expect(log).toContain("sage green");
  expect(log).not.toContain("Quixote");
});

test("takeBack() takes nothing out of a conversation where the vault cannot be written, and can be called again", async () => {
  const loci = await useLoci();
  const conversation = await loci.converse({ person: "ana" });
  await collect(conversation.turn(dentist));
  const file = entryFile(loci);
  const text = readFileSync(file);
  rmSync(file);
  symlinkSync("/etc/hostname", file);
  await expect(conversation.takeBack()).rejects.toMatchObject({ code: "OUTSIDE_VAULT" });
  rmSync(file);
  writeFileSync(file, text);
  const { id } = conversation.session();
  expect((await loci.sessions.read(id)).messages[0]).toMatchObject({ content: dentist });
  expect(await conversation.takeBack()).toMatchObject({ said: dentist, forgotten: [memory] });
});

test("takeBack() waits for the reply that is under way, and takes it along", async () => {
  const loci = await useLoci();
  const conversation = await loci.converse({ person: "ana" });
  const types: string[] = [];
  let taken: Promise<unknown> | undefined;
  for await (const { type } of conversation.turn(dentist)) {
    if (type === "message") taken ??= conversation.takeBack();
    types.push(type);
  }
  expect(types).toContain("tool");
  expect(await taken).toMatchObject({ said: dentist, forgotten: [memory] });
  const { id } = conversation.session();
  expect((await loci.sessions.read(id)).messages).toEqual([]);
  expect(vaultText(loci)).not.toContain("Quixote");
});

test("takeBack() leaves no word in old versions of files that wait for an editor", async () => {
  const loci = await useLoci();
  const conversation = await loci.converse({ person: "ana" });
  await collect(conversation.turn("remember that I love flamenco"));
  await collect(conversation.turn(dentist));
  await collect(conversation.turn("remember that I bake bread on Mondays"));
  const captured = (): string =>
    globSync(join(loci.root, ".loci/writes/**/*.{late,was.*,heard.*,seen.*,healed.*,ours.*}"))
      .map((name) => readFileSync(name, "utf8"))
      .join("\n");
  expect(captured()).toContain("Quixote");
  await conversation.takeBack();
  await conversation.takeBack();
  expect(vaultText(loci)).not.toContain("Quixote");
  expect(captured()).not.toContain("Quixote");
});
