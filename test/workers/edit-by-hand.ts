import { spawnSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { createRandom } from "../../scripts/bench/random.ts";

/**
 * A person's editor: saves a file again and again in the ways that editors do, and prints each line once it is saved;
 * before it, of a save by renaming, when that began and ended by the clock that all processes share.
 * `file pauseMs seed`
 */
const [file = "", pauseMs = "0", seed = "0"] = process.argv.slice(2);
const { next } = createRandom(Number(seed));
const random = (from: number, to: number): number => from + next() * (to - from);
let isDone = false;
process.on("SIGTERM", () => {
  isDone = true;
});

/** The buffer with one line more, somewhere under the heading. */
function insertSomewhere(line: string): string {
  const lines = readFileSync(file, "utf8").split("\n");
  lines.splice(Math.floor(random(2, lines.length)), 0, line);
  return lines.join("\n");
}

/** Says from when to when it was renamed. */
function saveByRenaming(text: string): string {
  writeFileSync(`${file}~new`, text);
  const from = process.hrtime.bigint();
  renameSync(`${file}~new`, file);
  return `${from} ${process.hrtime.bigint()}`;
}

const saves: Record<string, (line: string) => unknown> = {
  append: async (line) => {
    const fd = openSync(file, "a");
    await sleep(random(0, 40)); // Meanwhile the file at the path may be another one.
    writeSync(fd, `${line}\n`);
    closeSync(fd);
  },
  rename: (line) => saveByRenaming(insertSomewhere(line)),
  truncate: async (line) => {
    const bytes = Buffer.from(insertSomewhere(line));
    const half = Math.floor(random(0, bytes.length));
    const fd = openSync(file, "w");
    await sleep(random(0, 20));
    writeSync(fd, bytes, 0, half);
    await sleep(random(0, 20));
    writeSync(fd, bytes, half);
    closeSync(fd);
  },
  staleRename: async (line) => {
    const text = insertSomewhere(line);
    await sleep(random(50, 200));
    return saveByRenaming(text);
  },
  staleInPlace: async (line) => {
    const text = insertSomewhere(line);
    await sleep(random(50, 200));
    writeFileSync(file, text);
  },
};

const vim = ["/usr/bin/vim", "/usr/local/bin/vim"].find(existsSync);
if (vim !== undefined) {
  const plain = ["-u", "NONE", "-i", "NONE", "-N", "-n", "-es"];
  // In place: by renaming it would save at a moment that nobody can tell.
  saves.vim = (line) => {
    const words = ["set backupcopy=yes", `$put ='${line}'`, "sleep 20m", "wq!"];
    const args = [...plain, ...words.flatMap((word) => ["-c", word]), file];
    // It asks whether to write what was changed meanwhile; where it cannot, it ends with 1.
    return spawnSync(vim, args, { input: "y\ncquit\n", timeout: 20_000 }).status === 0;
  };
}

const styles = Object.entries(saves);
for (let n = 1; !isDone && process.ppid !== 1; n++) {
  for (const [style, save] of styles.toSorted(() => next() - 0.5)) {
    const line = `- edited by hand ${n}, ${style}`;
    const renamed = await save(line);
    if (renamed !== false)
      writeSync(1, `${typeof renamed === "string" ? `${renamed} ` : ""}${line}\n`);
    await sleep(random(0, Number(pauseMs)) * (next() < 0.3 ? 10 : 1));
  }
}
