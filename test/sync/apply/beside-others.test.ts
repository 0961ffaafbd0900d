import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  closeSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { applyMove, type Move } from "../../../src/sync/apply/move.ts";
import { healVault } from "../../../src/vault/change-file.ts";
import { createVault } from "../pending-request.ts";
import { gitEnv, type TestRepo } from "../repo.ts";
import { head, openMoveContext } from "./moving.ts";

/** A commit of another device on top of HEAD, made without touching the folder. */
function theirCommit(repo: TestRepo, files: Readonly<Record<string, string>>): Move {
  const from = head(repo);
  const changes = Object.entries(files).map(
    ([path, text]) => `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`,
  );
  const by = `Ana <ana@example.org> ${Math.floor(Date.now() / 1000)} +0000`;
  const commit = `commit refs/theirs\ncommitter ${by}\ndata 6\ntheirs\nfrom ${from}\n`;
  execFileSync("git", ["fast-import", "--quiet", "--force"], {
    ...{ cwd: repo.root, env: gitEnv },
    input: commit + changes.join(""),
  });
  const to = repo.git("rev-parse", "refs/theirs").trim();
  repo.git("update-ref", "-d", "refs/theirs");
  return { ref: "refs/heads/main", from, to, log: `${by}\tsync: merge main` };
}

/** How an editor adds a line to a file; `buffer` is the text that it has open. */
const writers: Record<string, (file: string, line: string, buffer: string) => void> = {
  "appends in place": (file, line) => appendFileSync(file, line),
  "saves by renaming": (file, line) => {
    writeFileSync(`${file}~`, readFileSync(file, "utf8") + line);
    renameSync(`${file}~`, file);
  },
  "empties and writes": (file, line) => {
    const text = readFileSync(file, "utf8") + line;
    const fd = openSync(file, "w");
    writeSync(fd, text);
    closeSync(fd);
  },
  "saves an old buffer": (file, _, buffer) => writeFileSync(file, buffer),
};

describe("applyMove() beside an editor that", () => {
  test.each(Object.entries(writers))(
    "%s loses no line of either",
    async (_, write) => {
      const repo = createVault();
      const path = "topics/cooking.md";
      const file = join(repo.root, path);
      let buffer = repo.read(path);
      const mine: string[] = [];
      const theirs: string[] = [];
      let isOver = false;
      const editing = (async () => {
        for (let n = 0; !isOver; n++) {
          const line = `- mine ${n}\n`;
          buffer += line;
          write(file, line, buffer);
          mine.push(line);
          await sleep(5 + Math.random() * 60);
        }
      })();
      for (let n = 0; n < 8; n++) {
        const context = await openMoveContext(repo.root);
        await repo.loci([path]);
        const committed = repo.git("show", `HEAD:${path}`);
        const line = `- theirs ${n}\n`;
        const move = theirCommit(repo, { [path]: committed + line });
        if ((await applyMove(context, move)) === "applied") theirs.push(line);
      }
      isOver = true;
      await editing;
      await sleep(40);
      const vault = await openMoveContext(repo.root);
      expect(await healVault(vault)).toEqual([]);
      const text = repo.read(path);
      for (const line of [...mine, ...theirs]) expect(text).toContain(line);
      expect(theirs.length).toBeGreaterThan(4);
      expect(new Set(text.trim().split("\n")).size).toBe(text.trim().split("\n").length);
      repo.fsck();
    },
    30_000,
  );
});

test("a commit finishes an interrupted move first: its files are nobody's edits", async () => {
  const repo = createVault();
  const move = theirCommit(repo, { "a.md": "- a\n", "b.md": "- b\n" });
  const context = await openMoveContext(repo.root);
  await expect(applyMove({ ...context, signal: AbortSignal.abort() }, move)).rejects.toThrow();
  repo.write("topics/cooking.md", "- mine\n");
  const made = await repo.loci(["topics/cooking.md"]);
  expect(made.status).toBe("committed");
  expect(repo.git("rev-parse", "HEAD^").trim()).toBe(move.to);
  expect(repo.git("show", "--format=", "--name-only", "HEAD")).toBe("topics/cooking.md\n");
  expect(repo.status()).toBe("");
});

test("a commit goes on beside an interrupted move of a branch that went on", async () => {
  const repo = createVault();
  const move = theirCommit(repo, { "a.md": "- a\n" });
  const context = await openMoveContext(repo.root);
  await expect(applyMove({ ...context, signal: AbortSignal.abort() }, move)).rejects.toThrow();
  repo.git("commit", "-q", "--allow-empty", "-m", "by the person");
  repo.write("topics/cooking.md", "- mine\n");
  const made = await repo.loci(["topics/cooking.md"]);
  expect(made.status).toBe("committed");
});
