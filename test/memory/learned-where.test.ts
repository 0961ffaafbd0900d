import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Loci } from "../../src/app/loci.ts";
import { viewerOn } from "../../src/memory/people.ts";
import { explain } from "../../src/memory/why.ts";
import { listFiles } from "../../src/vault/list-files.ts";
import { formatDigestBlock } from "../../src/vault/log/digest-log.ts";
import { ana, bytesOf, learn } from "../private-talk.ts";
import { type WatchedVault, watchVault } from "../watched-vault.ts";

const boat = "The boat is called Zorblax";
const sentence = "Our boat is called Zorblax";
const asked = { person: "ana", agent: "loci" };
const env = { LOCI_PRIVACY_SAVE_TRANSCRIPTS: "true" };

/** One conversation that taught something, with a transcript. */
async function taughtVault(files: Readonly<Record<string, string>> = {}) {
  const vault = await watchVault(
    files,
    { extract: () => ({ summary: "A boat, Zorblax.", conclusions: learn(boat) }) },
    { env },
  );
  const session = await vault.talk([sentence], ana);
  return { ...vault, session, ...about(vault) };
}

function about({ root }: Pick<WatchedVault, "root">) {
  const read = (file: string): string => readFileSync(join(root, file), "utf8");
  const files = () => listFiles(root).files.map(({ path }) => path);
  return {
    read,
    write: (file: string, text: string) => writeFileSync(join(root, file), text),
    /** The topic file that holds a text. */
    fileOf: (text: string): string => files().find((file) => read(file).includes(text)) ?? "",
    /** Notes, log, transcripts, and what this device keeps of conversations. */
    everything: (): string =>
      [...files(), ...listFiles(root).logs.map(({ path }) => path)].map(read).join("\n") +
      (existsSync(join(root, "conversations")) ? bytesOf(join(root, "conversations")) : "") +
      readdirSync(join(root, ".loci"))
        .filter((name) => name.startsWith("sessions.db"))
        .map((name) => readFileSync(join(root, ".loci", name), "latin1"))
        .join("\n"),
  };
}

async function find(loci: Loci, words: string) {
  const [found] = await loci.memory.find(words, asked);
  if (found?.isExact !== true) throw new Error(`There is no "${words}"`);
  return found;
}

test("a line names no session, and its log leads there", async () => {
  const { open, session, everything, read, fileOf } = await taughtVault();
  expect(read(fileOf(boat))).toContain(`- ${boat} (2026-02-12) [importance:: 0.5]\n`);
  expect(everything()).not.toContain("[source::");
  const loci = await open();
  expect(
    (await explain(loci.vault, viewerOn(loci.vault, asked), boat)).why.conversation,
  ).toMatchObject({ session });
  expect(await loci.memory.select({ sessions: [session] }, asked)).toMatchObject([{ text: boat }]);
});

test.each<[string, (vault: Awaited<ReturnType<typeof taughtVault>>, file: string) => string]>([
  ["as it was learned", () => boat],
  [
    "moved to another file",
    ({ read, write, root }, file) => {
      // Long ago: else Loci takes it for an editor's old text, and puts the line back.
      rmSync(join(root, ".loci/writes"), { recursive: true });
      const [line = ""] = /^- .*Zorblax.*\n/m.exec(read(file)) ?? [];
      write(file, read(file).replace(line, ""));
      write("boats.md", line);
      return boat;
    },
  ],
  [
    "with the session in its line, as an earlier Loci wrote it, and no log",
    ({ read, write, root, session }, file) => {
      write(file, read(file).replace("(2026-02-12)", `(2026-02-12) [source:: ${session}]`));
      rmSync(join(root, "log/2026-02.md"));
      return boat;
    },
  ],
])("what is purged takes the transcript of its conversation along: %s", async (_, change) => {
  const vault = await taughtVault();
  expect(vault.everything()).toContain(sentence);
  const words = change(vault, vault.fileOf(boat));
  const loci = await vault.open();
  await loci.memory.forget([await find(loci, words)], { viewer: asked, purge: true });
  await loci.close();
  expect(readdirSync(join(vault.root, "conversations"))).toEqual([]);
});

test("without a log, what was said goes by its words, and upkeep takes no line for its own", async () => {
  const vault = await taughtVault();
  rmSync(join(vault.root, "log/2026-02.md"));
  const loci = await vault.open();
  await loci.memory.forget([await find(loci, boat)], { viewer: asked });
  const { messages } = await loci.sessions.read(vault.session);
  expect(JSON.stringify(messages)).not.toContain("Zorblax");
});

test("of two conversations that taught the same, both transcripts go", async () => {
  const vault = await taughtVault();
  const second = formatDigestBlock({
    ...{
      time: "2026-02-12T18:00:00Z",
      topic: "",
      summary: "",
      session: "01KH8VHVG0CE3N6GDD08B8C447",
    },
    ...{ agent: "loci", person: "ana", modes: ["text"], languages: ["en"] },
    lines: [{ type: "learned", text: boat, file: vault.fileOf(boat) }],
  });
  vault.write("log/2026-02.md", `${vault.read("log/2026-02.md")}\n${second}`);
  vault.write("conversations/2026-02-12-01KH8VHVG0CE3N6GDD08B8C447-3.md", "Zorblax\n");
  const loci = await vault.open();
  await loci.memory.forget([await find(loci, boat)], { viewer: asked, purge: true });
  expect(readdirSync(join(vault.root, "conversations"))).toEqual([]);
});

test("what was saved while a conversation goes on is of it at once, and of its log later", async () => {
  const vault = await watchVault({ "topics/tea.md": "- Tea\n" }, {}, { env });
  const { everything, read, fileOf } = about(vault);
  const loci = await vault.open();
  const conversation = await loci.converse(ana);
  const { id } = conversation.session();
  for await (const _ of conversation.turn("I love marzipan"));
  expect(read(fileOf("I love marzipan"))).not.toContain("[source::");
  expect(existsSync(join(vault.root, "log"))).toBe(false);
  expect(await loci.memory.select({ sessions: [id] }, asked)).toMatchObject([
    { text: "I love marzipan" },
  ]);
  await conversation.end();
  expect(read("log/2026-02.md")).toContain("- learned: I love marzipan → ");
  expect(await loci.memory.select({ sessions: [id] }, asked)).toMatchObject([
    { text: "I love marzipan" },
  ]);
  await loci.memory.forget(await loci.memory.select({ sessions: [id] }, asked), { viewer: asked });
  await loci.sessions.remove("all");
  expect(everything()).not.toContain("marzipan");
});

test("what stood there before is not of a conversation that says it again", async () => {
  const vault = await watchVault(
    { "people/ana/topics/food.md": "- I love marzipan\n" },
    {},
    { env },
  );
  const loci = await vault.open();
  const conversation = await loci.converse(ana);
  const { id } = conversation.session();
  for await (const _ of conversation.turn("I love marzipan"));
  expect(await loci.memory.select({ sessions: [id] }, asked)).toEqual([]);
  await conversation.end();
  expect(await loci.memory.select({ sessions: [id] }, asked)).toEqual([]);
  expect(about(vault).read("people/ana/topics/food.md")).toBe("- I love marzipan\n");
});

test("a password that is to be remembered stands in no log: its own line names the session", async () => {
  const vault = await watchVault(
    { "topics/tea.md": "- Tea\n" },
    {
      reply: (_, nth) =>
        nth === 0
          ? {
              toolCalls: [
                { name: "remember", arguments: { text: "My wifi password is hunter2x9" } },
              ],
            }
          : "Fine.",
    },
  );
  const id = await vault.talk(["remember that my wifi password is hunter2x9"], ana);
  const { fileOf, read } = about(vault);
  expect(read(fileOf("hunter2x9"))).toContain(`[source:: ${id}] [sensitivity:: secret]`);
  const log = join(vault.root, "log/2026-02.md");
  expect(existsSync(log) ? readFileSync(log, "utf8") : "").not.toContain("hunter2x9");
  const loci = await vault.open();
  expect(await loci.memory.select({ sessions: [id] }, asked)).toHaveLength(1);
});

test("who may not see a conversation is not told that a memory came of it", async () => {
  const vault = await taughtVault();
  const { session, read, write, fileOf } = vault;
  const file = fileOf(boat);
  const line =
    read(file)
      .split("\n")
      .find((one) => one.includes("Zorblax")) ?? "";
  write(file, read(file).replace(`${line}\n`, ""));
  write("boats.md", `${line}\n`);
  const loci = await vault.open();
  const select = (viewer: object) => loci.memory.select({ sessions: [session] }, viewer);
  expect(await select({ person: "ben" })).toEqual([]);
  expect(await select({ person: "ana" })).toMatchObject([{ text: boat }]);
  expect((await explain(loci.vault, { person: "ben" }, boat)).why.conversation).toBeNull();
});
