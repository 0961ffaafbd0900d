import { closeSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** A person's editor: saves a file again and again in the ways that editors do; prints each line once it is saved. */
const [file = "", pauseMs = "0"] = process.argv.slice(2);
const random = (from: number, to: number): number => from + Math.random() * (to - from);
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

function saveByRenaming(text: string): void {
  writeFileSync(`${file}~new`, text);
  renameSync(`${file}~new`, file);
}

const saves: Record<string, (line: string) => Promise<void> | void> = {
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
    saveByRenaming(text);
  },
  staleInPlace: async (line) => {
    const text = insertSomewhere(line);
    await sleep(random(50, 200));
    writeFileSync(file, text);
  },
};

const styles = Object.entries(saves);
for (let n = 1; !isDone; n++) {
  for (const [style, save] of styles.toSorted(() => Math.random() - 0.5)) {
    const line = `- edited by hand ${n}, ${style}`;
    await save(line);
    writeSync(1, `${line}\n`);
    await sleep(random(0, Number(pauseMs)) * (Math.random() < 0.3 ? 10 : 1));
  }
}
