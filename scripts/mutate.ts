import { execFile, execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/**
 * Makes each fault of `faults.txt` in a copy of the tree and runs the tests that must see it: `npm run mutate`, or
 * `npm run mutate -- WORD…` for the faults that hold one of these words. Exits 1 where one is missed or cannot be made.
 */
const top = resolve(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "loci-mutate-"));
const workers = 2;
const timeoutMs = 300_000;

interface Fault {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  readonly tests: readonly string[];
}

const words = process.argv.slice(2);
const faults = readFileSync(join(import.meta.dirname, "faults.txt"), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .filter((line) => words.length === 0 || words.some((word) => line.includes(word)))
  .map(toFault);

function toFault(line: string): Fault {
  const [file = "", find = "", replace = "", tests = file.replace(/\.ts$/, "")] =
    line.split(" @@ ");
  return {
    ...{ find, tests: tests.split(" "), replace: replace === "(nothing)" ? "" : replace },
    file: file.startsWith("site/") ? file : `src/${file}`,
  };
}

/** What is committed or will be, with the packages of this tree. */
function copyTree(name: string): string {
  const copy = join(folder, name);
  const files = execFileSync("git", ["ls-files", "-z", "-co", "--exclude-standard"], { cwd: top });
  const gone = execFileSync("git", ["ls-files", "-zd"], { cwd: top }).toString().split("\0");
  for (const file of files.toString().split("\0")) {
    if (file !== "" && !gone.includes(file)) cpSync(join(top, file), join(copy, file));
  }
  symlinkSync(join(top, "node_modules"), join(copy, "node_modules"));
  return copy;
}

/** Whether the tests fail, as they must; `undefined`: no test ran. */
function seesFault(copy: string, { tests }: Fault): Promise<boolean | undefined> {
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--dir", "test", "--bail", "1"];
  const isSlow = tests.some((test) => test.endsWith(".slow"));
  const names = isSlow ? ["slow"] : ["fast", "shared"];
  const projects = [...names.map((name) => `--project=${name}`), "--maxWorkers", "1"];
  const options = { cwd: copy, timeout: timeoutMs, maxBuffer: 2 ** 26 };
  return new Promise((done) => {
    execFile(process.execPath, [...vitest, ...projects, ...tests], options, (error, _, stderr) =>
      done(/No test files found/.test(stderr) ? undefined : error !== null),
    );
  });
}

async function tryFault(copy: string, fault: Fault): Promise<string> {
  const path = join(copy, fault.file);
  const text = readFileSync(path, "utf8");
  const parts = text.split(fault.find);
  if (parts.length !== 2) return `stands ${parts.length - 1} times`;
  writeFileSync(path, parts.join(fault.replace));
  try {
    const isSeen = await seesFault(copy, fault);
    if (isSeen === undefined) return "has no tests";
    return isSeen ? "caught" : "missed";
  } finally {
    writeFileSync(path, text);
  }
}

let failures = 0;
const waiting = faults.values();
const startedAt = Date.now();

async function work(name: string): Promise<void> {
  const copy = copyTree(name);
  for (const fault of waiting) {
    const outcome = await tryFault(copy, fault);
    if (outcome !== "caught") failures++;
    console.log(
      `${outcome.padEnd(8)} ${fault.file}: ${fault.find} → ${fault.replace || "nothing"}`,
    );
  }
}

try {
  await Promise.all(Array.from({ length: workers }, (_, i) => work(String(i))));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const seconds = Math.round((Date.now() - startedAt) / 1_000);
console.log(`${faults.length - failures} of ${faults.length} faults caught, in ${seconds} s`);
process.exitCode = failures === 0 ? 0 : 1;
