import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { DigestEvent } from "../../src/agent/turn-event.ts";
import { openLoci } from "../../src/app/loci.ts";
import { openSessionDb } from "../../src/session/open-session-db.ts";
import { outcomesOf } from "../outcomes.ts";
import { cleanEnv, lociCommand } from "../run-loci.ts";
import { ana, noon, say } from "../session/session-db.ts";
import { useTempFolder, useVault } from "../temp.ts";

const isWindows = process.platform === "win32";
const [node, main] = lociCommand;

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

test("a transcript that is stopped waits on disk, and nothing of it is lost", async () => {
  const { loci } = await useLoci();
  const stop = new AbortController();
  const conversation = (text: string) => ({ chat_messages: [{ sender: "human", text }] });
  const text = JSON.stringify(["I love pears", "I love plums", "I love figs"].map(conversation));
  const events: DigestEvent[] = [];
  for await (const event of loci.digest.transcript(text, {}, stop.signal)) {
    events.push(event);
    stop.abort();
  }
  expect(events.map(({ status }) => status)).toEqual(["digested", "waiting", "waiting"]);
  const later: DigestEvent[] = [];
  for await (const event of loci.digest.now()) later.push(event);
  expect(
    later.flatMap((digested) => outcomesOf(digested, "learned").map(({ text }) => text)).sort(),
  ).toEqual(["I love figs", "I love plums"]);
});

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
