import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openLoci } from "../../src/app/loci.ts";
import { openSessionDb } from "../../src/session/open-session-db.ts";
import { cleanEnv, lociCommand } from "../run-loci.ts";
import { ana, noon, say } from "../session/session-db.ts";
import { useTempFolder, useVault } from "../temp.ts";

const isWindows = process.platform === "win32";
const [node, main] = lociCommand;

function useFile(text: string): string {
  const file = join(useTempFolder(), "talk.txt");
  writeFileSync(file, text);
  return file;
}

/** Runs `loci` and ends it where it hangs. */
const run = (args: readonly string[], options: { cwd?: string; input?: string } = {}) =>
  spawnSync(node, [main, ...args], {
    ...options,
    env: cleanEnv(),
    encoding: "utf8",
    timeout: 100_000,
    killSignal: "SIGKILL",
  });

async function useLoci(files: Readonly<Record<string, string>> = {}) {
  const root = useVault({ "loci.yaml": "languages: [en]\n", ...files });
  const said: string[] = [];
  const report = (sentence: string) => void said.push(sentence);
  const loci = await openLoci({ root, env: cleanEnv(), now: () => noon, report });
  onTestFinished(() => loci.close());
  return { root, loci, said };
}

test("a transcript that is stopped says how far it came", async () => {
  const { loci, said } = await useLoci();
  const stop = new AbortController();
  const text = Array.from({ length: 1_500 }, (_, i) => `hello number ${i}`).join("\n");
  let parts = 0;
  for await (const _ of loci.digest.transcript(text, {}, stop.signal)) {
    parts++;
    stop.abort();
  }
  expect(parts).toBe(1);
  expect(said.join()).toMatch(/^Only 1 of 15 parts of the transcript were taken in: digest it/);
});

test.skipIf(process.platform !== "linux")(
  "thirty thousand lines take little memory, and stop when they are asked to",
  { timeout: 240_000 },
  async () => {
    const { root } = await useLoci();
    const file = useFile(
      Array.from({ length: 30_000 }, (_, i) => `I really love the number ${i}`).join("\n"),
    );
    const child = spawn(node, [main, "digest", file, "--vault", root, "--json"], {
      env: cleanEnv(),
      stdio: ["ignore", "pipe", "ignore"],
    });
    let told = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      told += text;
    });
    const parts = () => told.split("\n").length - 1;
    while (parts() < 2) await once(child.stdout, "data");
    const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
    expect(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1])).toBeLessThan(300_000);
    child.kill("SIGTERM");
    expect(await once(child, "close")).toEqual([1, null]);
    expect(parts()).toBeLessThan(5); // Of 300: the one under way, and what was told meanwhile.
  },
);

test("a long conversation that waits does not hold up the end of a short one", async () => {
  const { root } = await useLoci();
  const open = () =>
    openSessionDb({
      lociDir: join(root, ".loci"),
      now: () => noon,
      dayOf: () => "2026-02-12",
      settings: { hours: 24, resolvedDays: 30 },
      saveRecalledContext: true,
      report: () => {},
    });
  const db = open();
  const { id } = db.sessions.start(ana);
  db.sessions.addMessages(
    id,
    Array.from({ length: 2_000 }, (_, i) => say(`I really love the number ${i}`)),
  );
  db.digestions.add(id);
  db.close();
  const { status, stdout } = run(["chat", "--vault", root, "--json"], {
    input: "I love pears from Lleida\n",
  });
  expect(status).toBe(0);
  expect(stdout).toMatch(/"type":"digest".*"status":"digested".*pears/);
  const after = open();
  onTestFinished(() => after.close());
  expect(after.digestions.waiting()).toMatchObject([{ session: id }]);
});

test.skipIf(isWindows).each(["log/MONTH.md", "general/MONTH.md"])(
  "a pipe at %s stops no chat: one sentence says what is in the way",
  async (place) => {
    const root = useVault({ "loci.yaml": "languages: [en]\n", "topics/a.md": "- a\n" });
    const month = new Date().toLocaleDateString("sv", { timeZone: "Europe/Madrid" }).slice(0, 7);
    const path = join(root, place.replace("MONTH", month));
    mkdirSync(join(path, ".."), { recursive: true });
    execFileSync("mkfifo", [path]);
    const { signal, stderr } = run(["chat", "--vault", root], { input: "I am left-handed\n" });
    expect(signal).toBeNull();
    expect(stderr).toMatch(/Cannot read the file "[^"\n]+": it is a link or no plain file/);
    expect(stderr).not.toMatch(/\n\s+at /);
  },
);

test.skipIf(isWindows)("a current folder that was deleted gets one sentence", () => {
  const cwd = useTempFolder();
  const script = `cd "$0" && rmdir "$0" && exec "$1" "$2" topics`;
  const { status, stderr } = spawnSync("sh", ["-c", script, cwd, node, main], {
    env: cleanEnv(),
    encoding: "utf8",
  });
  rmSync(cwd, { recursive: true, force: true });
  expect([status, stderr]).toEqual([
    1,
    "Cannot find the current folder: it was deleted; go to another one\n",
  ]);
});
