import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { expect, test, vi } from "vitest";
import { lociCommand, lociJson } from "../../run-loci.ts";
import { useTempFolder, writeFiles } from "../../temp.ts";
import {
  blocksOf,
  editsIn,
  expectEdits,
  expectNothingBut,
  garden,
  git,
  remember,
  started,
  useGarden,
  vim,
  watching,
} from "./watched-garden.ts";

test("a git pull of five hundred files is no edit by hand, and does not hide one", async () => {
  const root = useGarden({ "topics/index.txt": "2026-01-01T09:00:00|garden|Garden\n" });
  const other = join(useTempFolder(), "other");
  git(root, "clone", "-q", root, other);
  const many = Array.from({ length: 500 }, (_, i) => [
    `topics/t${i}.md`,
    `# T${i}\n\n- Fact ${i}\n`,
  ]);
  writeFiles(other, Object.fromEntries(many));
  const digested = `${garden}- Learned elsewhere (2026-01-03) [source:: 01JKXW]\n`;
  writeFiles(other, { "topics/garden.md": digested });
  git(other, "add", "-A");
  git(other, "commit", "-qm", "many");
  await watching(root);
  git(root, "pull", "-q", "--ff-only", other, "main");
  appendFileSync(join(root, "topics/t7.md"), "- By hand\n");
  await vi.waitFor(() => expect(editsIn(root)).toHaveLength(1), { timeout: 30_000, interval: 100 });
  expect(editsIn(root)).toEqual([["topics/t7.md: new file, 2 added"]]);
  expect(blocksOf(root)[0]?.summary).toBe("edited by hand, or brought in by git");
  await expectNothingBut(root, editsIn(root));
  expect(readFileSync(join(root, "topics/index.txt"), "utf8")).toMatch(
    /^[^|]+\|t7\|T7\n2026-01-01T09:00:00\|garden\|Garden\n$/,
  );
});

test("a merge that waits for the person is waited out", async () => {
  const root = useGarden();
  git(root, "checkout", "-qb", "side");
  writeFileSync(join(root, "topics/garden.md"), garden.replace("leaks", "drips"));
  git(root, "commit", "-qam", "side");
  git(root, "checkout", "-q", "main");
  writeFileSync(join(root, "topics/garden.md"), garden.replace("leaks", "bursts"));
  git(root, "commit", "-qam", "main");
  await watching(root);
  expect(() => git(root, "merge", "-q", "side")).toThrow();
  await sleep(1_500);
  expect(existsSync(join(root, "log"))).toBe(false);
  writeFileSync(join(root, "topics/garden.md"), garden.replace("leaks", "bursts and drips"));
  git(root, "commit", "-qam", "merged");
  await expectEdits(root, [["topics/garden.md: 1 changed"]]);
  expect(blocksOf(root)[0]?.summary).toBe("edited by hand");
});

test("a checkout that is not done yet is waited out", async () => {
  const root = useGarden();
  await watching(root);
  writeFileSync(join(root, ".git", "index.lock"), "");
  writeFileSync(join(root, "topics/garden.md"), garden.replace("leaks", "drips"));
  await sleep(1_500);
  expect(existsSync(join(root, "log"))).toBe(false);
  rmSync(join(root, ".git", "index.lock"));
  await expectEdits(root, [["topics/garden.md: 1 changed"]]);
});

test("nothing is logged for the first look, a new index, the logs, transcripts and the list of recent topics", async () => {
  const root = useGarden();
  await watching(root);
  await lociJson(["index", "--rebuild", "--vault", root]);
  await lociJson(["recall", "hose", "--vault", root]);
  mkdirSync(join(root, "log"), { recursive: true });
  appendFileSync(
    join(root, "log/2026-01.md"),
    "## 2026-01-01T10:00:00Z garden\n\nNote.\n\n- session: s\n",
  );
  writeFiles(root, {
    "conversations/2026-01-01-x.md": "- said\n",
    "topics/index.txt": "2026-01-01T10:00:00|garden|Garden\n",
    "topics/.garden.md.swp": "- swap\n",
    "topics/garden.md~": "- backup\n",
  });
  await expectNothingBut(root, []);
});

test("a block of edits by hand quotes nobody", async () => {
  const root = useGarden();
  const watcher = await watching(root);
  appendFileSync(join(root, "topics/garden.md"), '- said: "we always water at night"\n');
  await expectEdits(root, [["topics/garden.md: 1 added"]]);
  await watcher.stop();
  await lociJson(["recall", "hose", "--vault", root]);
  const index = new Database(join(root, ".loci/index-1.db"), { readonly: true });
  expect(index.prepare("SELECT count(*) FROM quote").pluck().get()).toBe(0);
  index.close();
});

test("a killed watcher logs what waited neither then nor later, and nothing twice", async () => {
  const root = useGarden();
  const first = await watching(root, "2500"); // On a busy machine it is killed later than it should be.
  appendFileSync(join(root, "topics/garden.md"), "- One by hand\n");
  await expectEdits(root, [["topics/garden.md: 1 added"]]);
  await sleep(800);
  appendFileSync(join(root, "topics/garden.md"), "- Two by hand\n");
  await sleep(150);
  await first.stop("SIGKILL");
  appendFileSync(join(root, "topics/garden.md"), "- Three while nobody looks\n");
  await watching(root);
  await expectNothingBut(root, [["topics/garden.md: 1 added"]]);
});

test("what a Loci process wrote that was killed before it could say so is not logged as by hand", async () => {
  const root = useGarden();
  await watching(root);
  await remember(root, "Basil in the shade");
  const dying = resolve(import.meta.dirname, "..", "..", "workers", "append-and-die.ts");
  for (const text of ["Dill", "Chervil"]) {
    const dead = spawnSync(process.execPath, [dying, root, "topics/garden.md", text]);
    expect(dead.signal).toBe("SIGKILL");
  }
  await remember(root, "Parsley in the sun");
  expect(readFileSync(join(root, "topics/garden.md"), "utf8")).toMatch(/Dill.*Chervil.*Parsley/s);
  await expectNothingBut(root, []);
});

test("of two watchers one logs, and what a stopped one saw is logged as it goes", async () => {
  const root = useGarden();
  const first = await watching(root, "3000");
  appendFileSync(join(root, "topics/garden.md"), "- One by hand\n");
  await sleep(300);
  const second = await watching(root, "300");
  appendFileSync(join(root, "topics/garden.md"), "- Two by hand\n");
  await sleep(1_000);
  expect(editsIn(root)).toEqual([]);
  await second.stop();
  expect(editsIn(root)).toEqual([]);
  await first.stop();
  expect(editsIn(root)).toEqual([["topics/garden.md: 2 added"]]);
});

test.each([
  ["loci watch", ["watch"], "Watching"],
  ["loci up", ["up", "--port", "0"], "Browser:"],
])("%s logs when it is stopped what was edited by hand until then", async (_, command, isReady) => {
  const root = useGarden();
  const [, main] = lociCommand;
  const running = await started([main, ...command, "--vault", root], isReady);
  vim(root, "topics/garden.md", "$put ='- Mint in a pot'");
  await sleep(700);
  await running.stop();
  expect(editsIn(root)).toEqual([["topics/garden.md: 1 added"]]);
  const commits = new Set(git(root, "log", "--format=%s").trim().split("\n"));
  expect([...commits].sort()).toEqual(["edited by hand: garden", "start", "update the vault"]);
  expect(running.said.join("\n")).not.toContain("Cannot");
});

test("where privacy is asked for no edit is logged", async () => {
  const root = useGarden({ "loci.yaml": "privacy:\n  enabled: false\n" });
  const watcher = await watching(root);
  appendFileSync(join(root, "topics/garden.md"), "- By hand\n");
  await sleep(1_200);
  await watcher.stop();
  expect(existsSync(join(root, "log"))).toBe(false);
});

test("a vault that vanishes and comes back is not logged as removed", async () => {
  const root = useGarden();
  const watcher = await watching(root);
  renameSync(join(root, "topics"), join(root, ".away"));
  await sleep(1_500);
  renameSync(join(root, ".away"), join(root, "topics"));
  await expectNothingBut(root, []);
  expect(watcher.said.join("\n")).toContain("Cannot believe that the vault");
});
