import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { watch } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { cleanEnv, lociCommand, runLoci } from "../run-loci.ts";
import { type ChatFaults, findFaults, glimpse } from "./chat-faults.ts";
import { createLines, type Line } from "./chat-lines.ts";

export interface ChatRace {
  readonly kills: number;
  /** Numbers from 0 to 1: what is started and when it is killed. */
  random(): number;
  /** Takes a line about each round. */
  readonly log?: (line: string) => void;
}

export interface ChatOutcome {
  readonly kills: number;
  /** Kills by what they interrupted, as far as the disk tells. */
  readonly hit: Readonly<Record<string, number>>;
  readonly acknowledged: number;
  /** Facts of acknowledged messages that an undisturbed run of the same conversations remembers. */
  readonly kept: number;
  readonly sessions: number;
  /** Topic files: more than one where a split was carried out. */
  readonly topics: number;
  /** Where the vault is, kept where there are faults. */
  readonly root: string;
  readonly faults: ChatFaults;
}

/** A message that was acknowledged. */
export interface Acknowledged {
  readonly session: string;
  readonly id: number;
  readonly token: string;
}

const env = cleanEnv({
  LOCI_SESSION_INACTIVITY_MS: "1000",
  LOCI_SPLIT_ENTRIES: "12",
  LOCI_MODEL_PROVIDER: "offline",
});
const isToken = /zq[0-9]+x/;

/** Conversations and digestions that are killed at random moments; then one last digestion, and what came of it all. */
export async function raceChat(race: ChatRace): Promise<ChatOutcome> {
  const root = await makeVault();
  const said: Line[] = [];
  const acknowledged: Acknowledged[] = [];
  const hit: Record<string, number> = {};
  const complaints: string[] = [];
  const nextLine = createLines(race.random);
  let kills = 0;
  // On a busy machine much is killed before it has begun.
  const isEnough = (): boolean => acknowledged.length > 5 || kills >= race.kills * 4;
  for (let round = 1; kills < race.kills || !isEnough(); round++) {
    const runs = planRound(race.random, () => {
      const line = nextLine();
      said.push(line);
      return line;
    });
    const ended = await Promise.all(runs.map((run) => runAndKill(root, run)));
    acknowledged.push(...ended.flatMap((one) => one.acknowledged));
    const seen = glimpse(root, acknowledged);
    for (const { wasKilled, stderr } of ended) {
      const complaint = stderr.replace(/^Sync: .*\n/gm, "").trim(); // `loci up` tells how it syncs.
      if (complaint !== "") complaints.push(`round ${round}: ${complaint}`);
      if (!wasKilled) continue;
      kills++;
      hit[seen.state] = (hit[seen.state] ?? 0) + 1;
    }
    complaints.push(...seen.lost.map((token) => `round ${round}: ${token} is not there any more`));
    race.log?.(
      `${round}: ${runs.map(describe).join(" + ")}: ${ended.map(({ wasKilled }) => (wasKilled ? "killed" : "ended")).join(", ")}, ${seen.state}`,
    );
  }
  await recover(root);
  const control = await undisturbed(said, acknowledged);
  const topics = (await readdir(join(root, "topics"))).filter((name) => name.endsWith(".md"));
  const faults = await findFaults({ root, said, acknowledged, control, complaints });
  const isFine = Object.values(faults).every((found) => found.length === 0);
  if (isFine) await rm(root, { recursive: true });
  return {
    kills,
    hit,
    acknowledged: acknowledged.length,
    kept: acknowledged.filter(({ token }) => control.has(token)).length,
    sessions: new Set(acknowledged.map(({ session }) => session)).size,
    topics: topics.length,
    root,
    faults,
  };
}

async function makeVault(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "loci-kill-"));
  await mkdir(join(root, "topics"));
  await writeFile(join(root, "loci.yaml"), "languages: [en]\n");
  await writeFile(join(root, "topics/boats.md"), "# Boats\n\n- Moored in Palamós (2026-01-02)\n");
  await runLoci(["init", root]);
  for (const words of [
    ["add", "-A"],
    ["commit", "-qm", "all"],
  ]) {
    const author = ["-c", "user.name=test", "-c", "user.email=test@loci.invalid"];
    spawnSync("git", ["-C", root, ...author, ...words], { env: cleanEnv() });
  }
  return root;
}

/** One process, what it is told, and when it is killed. */
interface Run {
  readonly command: "chat" | "digest" | "up";
  readonly flags: readonly string[];
  readonly lines: readonly string[];
  /** Pause between two lines (ms). */
  readonly gapMs: number;
  /** Its input is closed after the last line, and the conversation digested. */
  readonly closes: boolean;
  /** Killed so long after … */
  readonly afterMs: number;
  /** … its start, the nth event on its output, its last message of the person, or the nth change in the vault's folder. */
  readonly from: "start" | "event" | "end" | "change";
  readonly nth: number;
}

function planRound(random: () => number, nextLine: () => Line): readonly Run[] {
  const upTo = (most: number): number => Math.floor(random() * most);
  const moment = (froms: readonly Run["from"][]) => {
    const from = froms[upTo(froms.length)] ?? "start";
    const longest = { start: 1_600, event: 60, end: 300, change: 12 }[from];
    return { from, nth: 1 + upTo(from === "change" ? 60 : 12), afterMs: upTo(longest) };
  };
  const chat = (): Run => {
    const lines = Array.from({ length: 1 + upTo(5) }, () => nextLine().text);
    if (random() < 0.5) lines.unshift("/topic boats");
    if (random() < 0.3) lines.splice(1 + upTo(lines.length), 0, "/end");
    const closes = random() < 0.8;
    const gapMs = random() < 0.6 ? 0 : upTo(150);
    const froms = closes
      ? (["event", "end", "end", "change", "change"] as const)
      : (["event", "change"] as const);
    const flags = random() < 0.25 ? ["--continue"] : [];
    return { command: "chat", flags, lines, gapMs, closes, ...moment(froms) };
  };
  const digest = (): Run => ({ ...silent, command: "digest", ...moment(["start", "change"]) });
  const up = (): Run => ({ ...silent, command: "up", ...moment(["start", "change", "change"]) });
  const what = random();
  if (what < 0.45) return [chat()];
  if (what < 0.65) return [digest()];
  if (what < 0.75) return [up()];
  if (what < 0.9) return [chat(), digest()];
  return [chat(), chat(), up()];
}

const silent = { flags: [], lines: [], gapMs: 0, closes: true } as const;

const describe = ({ command, flags, lines, from, nth, afterMs }: Run): string =>
  `${[command, ...flags].join(" ")} (${lines.length} lines) until ${afterMs} ms after ${from === "event" || from === "change" ? `${from} ${nth}` : from}`;

interface Ended {
  readonly acknowledged: readonly Acknowledged[];
  readonly wasKilled: boolean;
  readonly stderr: string;
}

/** A process that is not killed in time by its plan is killed at this age (ms). */
const oldest = 4_000;

async function runAndKill(root: string, run: Run): Promise<Ended> {
  const [node, main] = lociCommand;
  const words = run.command === "up" ? ["--port", "0"] : ["--json"];
  const person = run.command !== "chat" ? [] : ["--person", "ana"];
  const flags = [...words, ...person, ...run.flags];
  const args = ["--no-warnings", main, run.command, "--vault", root, ...flags];
  const child = spawn(node, args, {
    cwd: "/",
    env,
    stdio: [run.command === "chat" ? "pipe" : "ignore", "pipe", "pipe"],
  });
  const closed = new Promise((resolve) => child.once("close", resolve));
  const kill = (): void => void child.kill("SIGKILL");
  const killSoon = (): void => void setTimeout(kill, run.afterMs).unref();
  const toSay = run.lines.filter((line) => !line.startsWith("/")).length;
  const output = gather(child, (events, messages) => {
    if (run.from === "event" && events >= run.nth) killSoon();
    if (run.from === "end" && messages >= toSay) killSoon();
  });
  let changes = 0;
  const watcher = watch(root, { recursive: true }, () => {
    if (run.from === "change" && ++changes === run.nth) killSoon();
  }).on("error", () => {}); // A file that went while it was looked at.
  if (run.from === "start") killSoon();
  const last = setTimeout(kill, oldest);
  await say(child, run);
  await closed;
  clearTimeout(last);
  watcher.close();
  return { ...output(), wasKilled: child.signalCode === "SIGKILL" };
}

async function say({ stdin }: ChildProcess, { lines, gapMs, closes }: Run): Promise<void> {
  stdin?.on("error", () => {}); // It was killed before it read all.
  for (const line of lines) {
    if (gapMs > 0) await sleep(gapMs);
    stdin?.write(`${line}\n`);
  }
  if (closes) stdin?.end();
}

/** Reads the events of a process; a line that a kill cut off is none. */
function gather(child: ChildProcess, onEvents: (events: number, messages: number) => void) {
  let stdout = "";
  let stderr = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    const messages = stdout.match(/^\{"type":"message","role":"user".*\n/gm);
    onEvents(stdout.split("\n").length - 1, messages?.length ?? 0);
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  return () => {
    let session = "";
    const acknowledged: Acknowledged[] = [];
    for (const line of stdout.split("\n").slice(0, -1)) {
      const event: unknown = JSON.parse(line);
      const { type, id, role, content } = Object(event);
      if (type === "session") session = String(id);
      if (type !== "message" || role !== "user") continue;
      const [token] = isToken.exec(String(content)) ?? [];
      if (token !== undefined) acknowledged.push({ session, id: Number(id), token });
    }
    return { acknowledged, stderr: stderr.replace(usual, "") };
  };
}

/** What is said on standard error where nothing is wrong. */
const usual =
  /^.*(?:files? in memory|Browser: |^Digested a conversation: |go on with a conversation: none is open).*\n/gm;

/** Digests what is left, undisturbed: what waits, and what nobody talks in any more. */
async function recover(root: string): Promise<void> {
  await sleep(1_100);
  for (let tries = 0; tries < 5; tries++) {
    const { code, stdout, stderr } = await runLoci(["digest", "--json", "--vault", root], { env });
    if (code !== 0) throw new Error(`Cannot digest what is left in ${root}: ${stderr}${stdout}`);
    if (stdout === "") return;
  }
  throw new Error(`There is always more to digest in ${root}`);
}

/** The same conversations without a kill: the words of those facts that are kept. */
async function undisturbed(
  said: readonly Line[],
  acknowledged: readonly Acknowledged[],
): Promise<ReadonlySet<string>> {
  const root = await makeVault();
  const textOf = new Map(said.map(({ token, text }) => [token, text]));
  const bySession = Map.groupBy(acknowledged, ({ session }) => session);
  const input = [...bySession.values()].flatMap((messages) => [
    ...messages.map(({ token }) => textOf.get(token) ?? ""),
    "/end",
  ]);
  const args = ["chat", "--json", "--person", "ana", "--vault", root];
  const { code, stderr } = await runLoci(args, {
    env: { ...env, LOCI_SESSION_INACTIVITY_MS: "3600000" },
    input: `${input.join("\n")}\n`,
  });
  if (code !== 0) throw new Error(`Cannot hold the conversations undisturbed: ${stderr}`);
  const { stdout } = spawnSync(
    "git",
    ["-C", root, "grep", "-hoiE", isToken.source, "HEAD", "--", ".", ":!log"],
    { encoding: "utf8" },
  );
  await rm(root, { recursive: true });
  return new Set(stdout.toLowerCase().split("\n").filter(Boolean));
}
