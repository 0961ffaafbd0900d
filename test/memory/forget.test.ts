import { execFileSync } from "node:child_process";
import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { runCli } from "../../src/cli/run-cli.ts";
import { showLog } from "../../src/memory/show-log.ts";
import { parseRemovals } from "../../src/sync/merge/file/removals.ts";
import { formatDigestBlock } from "../../src/vault/log/digest-log.ts";
import { initGit } from "../init-git.ts";
import { ana, bytesOf, learn } from "../private-talk.ts";
import { undo } from "../undo.ts";
import { noon, type WatchedVault, watchVault } from "../watched-vault.ts";

const boat = "The boat is called Zorblax";
const bread = "Bakes bread on Mondays";
const sentence = "Our boat is called Zorblax and I bake bread on Mondays";
const log = "log/2026-02.md";

const learnOf = (quote: string) => learn(boat, bread).map((one) => ({ ...one, quote }));

/** One conversation in which both were said in one sentence. */
async function boatVault(env: Record<string, string> = {}) {
  const vault = await watchVault(
    {},
    {
      extract: () => ({ summary: "A boat, Zorblax, and bread.", conclusions: learnOf(sentence) }),
    },
    { env },
  );
  const session = await vault.talk([sentence], ana);
  const read = (file: string): string => readFileSync(join(vault.root, file), "utf8");
  return { ...vault, session, read };
}

const forget = async (vault: WatchedVault, words: string) => {
  const loci = await vault.open();
  const [found] = await loci.memory.find(words, { person: "ana", agent: "loci" });
  if (found?.isExact !== true) throw new Error(`There is no "${words}"`);
  return { loci, left: await loci.memory.forget([found]) };
};

/** Databases of this device that hold a word, in whatever case. */
const holding = (vault: WatchedVault, word: string): string[] =>
  readdirSync(join(vault.root, ".loci"))
    .filter((name) => /\.db(?:-wal)?$/.test(name))
    .filter((name) => {
      const bytes = readFileSync(join(vault.root, ".loci", name), "latin1");
      return bytes.toLowerCase().includes(word);
    });

test("forget() leaves no word of the entry in file, log, index and summaries; what was said with it stays", async () => {
  const vault = await boatVault();
  const before = await vault.open();
  expect((await before.memory.recall("zorblax", { viewer: ana })).hits.length).toBeGreaterThan(0);
  await before.close();
  expect(vault.read(log)).toContain("Zorblax");
  expect(holding(vault, "zorblax").join()).toContain("index.db");

  const { loci } = await forget(vault, boat);
  expect(bytesOf(join(vault.root, "people"))).not.toContain("Zorblax");
  expect(vault.read(log)).not.toMatch(/Zorblax|boat/);
  expect(vault.read(log)).toContain(`- learned: ${bread} → `);
  expect(vault.read(log)).toContain(`- session: ${vault.session} · `);
  expect((await loci.memory.recall("zorblax", { viewer: ana })).hits).toEqual([]);
  expect((await loci.memory.recall("what do we call our boat?", { viewer: ana })).hits).toEqual([]);
  expect((await loci.memory.recall("bread on Mondays", { viewer: ana })).hits[0]?.text).toBe(bread);
  expect(JSON.stringify(await showLog(loci.vault, {}))).not.toContain("Zorblax");
  const conversation = await loci.converse(ana);
  for await (const _ of conversation.turn("Good morning"));
  expect(JSON.stringify(vault.asked("reply").at(-1))).not.toContain("Zorblax");
  await loci.close();
  expect(holding(vault, "zorblax").filter((name) => name.startsWith("index"))).toEqual([]);
});

test("forget() leaves no word in old versions of files that wait for an editor, and loses no late edit", async () => {
  const vault = await boatVault();
  initGit(vault.root);
  const files = () =>
    globSync(join(vault.root, ".loci/writes/**/*.{late,was.*,heard.*,seen.*,healed.*,ours.*}"));
  await forget(vault, boat);
  const holds = (name: string) => readFileSync(name, "utf8").includes("Zorblax");
  expect(files().filter(holds)).toEqual([]);
  // Somebody's editor wrote into an old version: that is merged, not dropped.
  const again = await vault.open();
  await undo(again);
  const late = files().find((name) => name.endsWith(".late") && !holds(name));
  if (late === undefined) throw new Error("Nothing was replaced");
  writeFileSync(late, `${readFileSync(late, "utf8")}\n- Sells the boat\n`);
  await forget(vault, boat);
  const all = readdirSync(vault.root, { recursive: true, encoding: "utf8" });
  const held = all.filter((name) => name.endsWith(".md") || name.endsWith(".late"));
  expect(held.map((name) => vault.read(name)).join("\n")).toContain("Sells the boat");
});

test("undo() of a forget brings entry and log back, also where the log grew meanwhile", async () => {
  const vault = await boatVault();
  initGit(vault.root);
  const [file = ""] = vault.read(log).match(/people\/\S+\.md/) ?? [];
  const was = [vault.read(file), vault.read(log)];
  const { loci } = await forget(vault, boat);
  await undo(loci);
  expect([vault.read(file), vault.read(log)]).toEqual(was);
  expect(
    (await loci.memory.recall("what do we call our boat?", { viewer: ana })).hits[0]?.text,
  ).toBe(boat);

  const again = await forget(vault, boat);
  const block = formatDigestBlock({
    ...{ time: "2026-02-12T18:00:00Z", topic: "", summary: "Tea.", lines: [], session: "01J" },
    ...{ agent: "loci", person: "ana", modes: ["text"], languages: ["en"] },
  });
  writeFileSync(join(vault.root, log), `${vault.read(log)}\n${block}`);
  expect(await undo(again.loci)).toMatchObject({
    what: expect.stringContaining("removed 1"),
    kept: [],
  });
  expect([vault.read(file), vault.read(log)]).toEqual([was[0], `${was[1]}\n${block}`]);
});

test("forget() of an entry that is not there any more leaves the log alone", async () => {
  const vault = await boatVault();
  const loci = await vault.open();
  const [found] = await loci.memory.find(boat, { person: "ana", agent: "loci" });
  if (found === undefined) throw new Error("It was not found");
  const path = join(vault.root, found.file);
  writeFileSync(path, readFileSync(path, "utf8").replace("Zorblax", "Marina"));
  const before = vault.read(log);
  await expect(loci.memory.forget([found])).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(vault.read(log)).toBe(before);
});

test("a forgotten entry that was moved to another file leaves the log too", async () => {
  const vault = await boatVault();
  initGit(vault.root);
  const [file = ""] = vault.read(log).match(/people\/\S+\.md/) ?? [];
  const line =
    vault
      .read(file)
      .split("\n")
      .find((one) => one.includes("Zorblax")) ?? "";
  writeFileSync(join(vault.root, file), vault.read(file).replace(`${line}\n`, ""));
  writeFileSync(join(vault.root, "boats.md"), `${line}\n`);
  await forget(vault, boat);
  expect(vault.read(log)).not.toMatch(/Zorblax|boat/);
});

test("a struck entry that is forgotten is not told as what another one replaced", async () => {
  const file = "people/ana/general/2026-02.md";
  const replaced = formatDigestBlock({
    ...{
      time: "2026-02-12T10:00:00Z",
      topic: "",
      summary: "Moved.",
      session: "01J",
      agent: "loci",
    },
    ...{ person: "ana", modes: [], languages: [] },
    lines: [{ type: "replaced", text: "Lives in Reus", file, was: "Lives in ~Zorblaxia~" }],
  });
  const vault = await watchVault({
    [file]: "- ~~Lives in \\~Zorblaxia\\~~~ [superseded:: ^k3f9x2]\n- Lives in Reus ^k3f9x2\n",
    [log]: replaced,
  });
  const loci = await vault.open();
  await loci.index.refresh();
  const sql = "SELECT uid AS id, text FROM chunk WHERE superseded = 1";
  const struck = loci.vault.index.run((db) =>
    db.prepare<[], { id: string; text: string }>(sql).get(),
  );
  if (struck === undefined) throw new Error("It is not struck");
  await loci.memory.forget([{ ...struck, date: "", file, line: 1, isExact: true }]);
  expect(readFileSync(join(vault.root, file), "utf8")).toBe("- Lives in Reus ^k3f9x2\n");
  expect(readFileSync(join(vault.root, log), "utf8")).toBe(
    replaced.replace("  - was: Lives in ~Zorblaxia~\n", ""),
  );
});

describe("what is forgotten is marked, so that no other device brings it back", () => {
  const marks = (root: string): string[] => {
    const file = join(root, "log/forgotten.txt");
    return existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : [];
  };
  const isForgotten = (root: string, text: string): boolean =>
    parseRemovals(readFileSync(join(root, "log/forgotten.txt"))).isForgotten(text);
  const inGit = async () => {
    const vault = await watchVault({ "topics/boats.md": `- ${boat}\n- ${bread}\n` });
    execFileSync("git", ["init", "-qb", "main"], { cwd: vault.root });
    return vault;
  };
  const committed = (root: string): string =>
    execFileSync("git", ["show", "--name-only", "--format="], { cwd: root, encoding: "utf8" });

  test("forget() marks it by a hash and commits that; undo() and remember() take the mark back", async () => {
    const vault = await inGit();
    const { loci } = await forget(vault, boat);
    expect(marks(vault.root)).toEqual([expect.stringMatching(/^\d{4}-\S+Z - [0-9a-f]{32}$/)]);
    expect(isForgotten(vault.root, boat)).toBe(true);
    await loci.vault.committer.commit();
    expect(committed(vault.root)).toContain("log/forgotten.txt\n");
    await undo(loci);
    expect([marks(vault.root).length, isForgotten(vault.root, boat)]).toEqual([2, false]);
    expect(committed(vault.root)).toContain("log/forgotten.txt\n");
    await loci.close();

    const again = await forget(vault, boat);
    expect(isForgotten(vault.root, boat)).toBe(true);
    await again.loci.memory.remember([{ text: "Something else", topic: "boats" }]);
    expect(marks(vault.root)).toHaveLength(3);
    await again.loci.memory.remember([{ text: boat, topic: "sea" }]);
    expect([marks(vault.root).length, isForgotten(vault.root, boat)]).toEqual([4, false]);
    expect(marks(vault.root).join()).not.toMatch(/Zorblax/i);
  });

  test("one of two entries that say the same is meant alone", async () => {
    const vault = await inGit();
    writeFileSync(join(vault.root, "topics", "names.md"), `- ${boat}\n`);
    await forget(vault, boat);
    expect(marks(vault.root)).toEqual([]);
  });

  test("a vault without a repository has no other device", async () => {
    const vault = await boatVault();
    await forget(vault, boat);
    expect(marks(vault.root)).toEqual([]);
  });
});

/** What `/forget` prints. */
async function chat(vault: WatchedVault, line: string): Promise<string> {
  let shown = "";
  const screen = () => {
    const stream = new PassThrough();
    stream.setEncoding("utf8").on("data", (text) => {
      shown += text;
    });
    return stream;
  };
  await runCli(["chat", "--person", "ana", "--vault", vault.root], {
    env: vault.env,
    cwd: vault.root,
    stdin: Object.assign(Readable.from([`${line}\n`]), { isTTY: false }),
    stdout: screen(),
    stderr: screen(),
    now: () => noon,
  });
  return shown;
}

test("/forget says where the words may still stand, and only where they may", async () => {
  const plain = await boatVault();
  expect(await chat(plain, `/forget ${boat}`)).not.toContain("still stand");
  const kept = await boatVault({ LOCI_PRIVACY_SAVE_TRANSCRIPTS: "true" });
  const [name = ""] = readdirSync(join(kept.root, "conversations"));
  expect(await chat(kept, `/forget ${boat}`)).toContain(
    `Forgotten: ${boat}\nIts words may still be in conversations/${name}\n`,
  );
  expect(existsSync(join(kept.root, "conversations", name))).toBe(true);
  execFileSync("git", ["init", "-q"], { cwd: kept.root });
  expect(await chat(kept, `/forget ${bread}`)).toContain(
    `Its words may still be in git's history and in conversations/${name}\n`,
  );
});

test("forget() leaves an entry whose words changed since it was found, though its block id is the same", async () => {
  const vault = await watchVault({
    "topics/keys.md": "# Keys\n\n- The spare key is at Rosa's ^k1\n",
  });
  const loci = await vault.open();
  const [found] = await loci.memory.find("k1", { person: "ana", agent: "loci" });
  const changed = "# Keys\n\n- The spare key is at Tom's ^k1\n";
  writeFileSync(join(vault.root, "topics/keys.md"), changed);
  await expect(loci.memory.forget(found === undefined ? [] : [found])).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  expect(readFileSync(join(vault.root, "topics/keys.md"), "utf8")).toBe(changed);
  await loci.close();
});
