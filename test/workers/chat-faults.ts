import { spawnSync } from "node:child_process";
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { formatDigestBlock, parseDigestLog } from "../../src/vault/log/digest-log.ts";
import type { Line } from "./chat-lines.ts";
import type { Acknowledged } from "./kill-chat.ts";

/** What must not be: each list is empty where all is well. */
export interface ChatFaults {
  /** Acknowledged facts that an undisturbed run remembers, and this one does not. */
  readonly lost: readonly string[];
  /** Facts that stand in more than one entry. */
  readonly doubled: readonly string[];
  /** Facts that the log says were learned more than once. */
  readonly learnedTwice: readonly string[];
  /** Conversations without a block in the log, or with two of one name. */
  readonly blocks: readonly string[];
  /** Lines of topics and logs that are not whole. */
  readonly torn: readonly string[];
  /** What is left over in `.loci`, in the queue or in git. */
  readonly left: readonly string[];
  readonly complaints: readonly string[];
}

interface Found {
  readonly root: string;
  readonly said: readonly Line[];
  readonly acknowledged: readonly Acknowledged[];
  /** Words of the facts that an undisturbed run keeps. */
  readonly control: ReadonlySet<string>;
  readonly complaints: readonly string[];
}

const open = (root: string): Database.Database =>
  new Database(join(root, ".loci/sessions.db"), { readonly: true, timeout: 5_000 });

/** What a kill interrupted, as the disk tells, and messages that are neither in the database nor digested. */
export function glimpse(root: string, acknowledged: readonly Acknowledged[]) {
  if (!existsSync(join(root, ".loci/sessions.db"))) return { state: "start", lost: [] };
  const db = open(root);
  try {
    const made = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'resolved'").get();
    if (made === undefined) return { state: "start", lost: acknowledged.map(({ token }) => token) };
    const has = db.prepare<[string, number, string, string]>(
      `SELECT 1 FROM message WHERE session = ? AND id = ? AND instr(content, ?) > 0
       UNION ALL SELECT 1 FROM resolved WHERE session = ?`,
    );
    const lost = acknowledged.filter(
      ({ session, id, token }) => has.get(session, id, token, session) === undefined,
    );
    return { state: stateOf(root, db), lost: lost.map(({ token }) => token) };
  } finally {
    db.close();
  }
}

function stateOf(root: string, db: Database.Database): string {
  const waits = db
    .prepare<[], { session: string; begun: number; plan: string | null }>(
      "SELECT session, begun, plan FROM digestion",
    )
    .all();
  if (waits.some(({ session, plan }) => session.includes("/") && plan !== null)) return "splitting";
  const isPending = existsSync(join(root, ".loci/pending"));
  if (waits.some(({ plan }) => plan !== null)) return "applying";
  if (waits.some(({ begun }) => begun > 0)) return "planning";
  if (waits.length > 0) return "queued";
  const active = db.prepare("SELECT 1 FROM session WHERE state = 'active'").get();
  if (active !== undefined) return isPending ? "talking, saved" : "talking";
  return isPending ? "committing" : "at rest";
}

/** Everything that is wrong in a vault after its last digestion. */
export async function findFaults(found: Found): Promise<ChatFaults> {
  const { root, said, control, complaints } = found;
  const entries = globSync("{topics,general,people}/**/*.md", { cwd: root }).flatMap((path) =>
    readFileSync(join(root, path), "utf8")
      .split("\n")
      .filter((line) => line.startsWith("- "))
      .map((line) => ({ path, line })),
  );
  const logs = globSync("log/*.md", { cwd: root }).map((path) => readFileSync(join(root, path)));
  const blocks = logs.flatMap((bytes) => parseDigestLog(bytes));
  const standing = (token: string): number =>
    entries.filter(({ line }) => tells(line, token)).length;
  const learned = blocks.flatMap(({ lines }) =>
    lines.flatMap((line) => (line.type === "learned" || line.type === "replaced" ? line.text : [])),
  );
  const count = (token: string): number => learned.filter((text) => tells(text, token)).length;
  const tokens = said.map(({ token }) => token);
  const acknowledged = new Set(found.acknowledged.map(({ token }) => token));
  return {
    lost: tokens.filter(
      (token) => acknowledged.has(token) && control.has(token) && standing(token) === 0,
    ),
    doubled: tokens.filter((token) => standing(token) > 1),
    learnedTwice: tokens.filter((token) => count(token) > 1),
    blocks: wrongBlocks(found, blocks),
    torn: [
      ...entries
        .filter(({ line }) => !wholeEntry.test(line))
        .map(({ path, line }) => `${path}: ${line}`),
      ...logs
        .filter((bytes) => bytes.toString("utf8") !== blocks.map(formatDigestBlock).join("\n"))
        .map((bytes) => `the log is not made of whole blocks:\n${bytes}`),
    ],
    left: [...leftInLoci(root), ...leftInDatabase(root), ...leftInGit(root)],
    complaints,
  };
}

/** What a line says was before is no second line of it: of two lines that are alike the later one changes the other. */
const tells = (text: string, token: string): boolean =>
  new RegExp(`\\b${token}\\b`, "i").test(text.replace(/ \(before: .*?\)/g, ""));

const wholeEntry = /^- .* \(\d{4}-\d\d-\d\d\)(?: \[\w+:: [^\]]+\])*(?: #preference)?(?: \^\w+)?$/;

function wrongBlocks(
  { acknowledged, control }: Found,
  blocks: readonly { readonly session: string }[],
): string[] {
  const names = blocks.map(({ session }) => session);
  const twice = names.filter((name, i) => names.indexOf(name) !== i);
  const sessions = new Set(names.map((name) => name.replace(/#\d+$/, "")));
  const silent = acknowledged.filter(
    ({ session, token }) => control.has(token) && !sessions.has(session),
  );
  return [
    ...twice.map((name) => `${name} twice`),
    ...new Set(silent.map(({ session }) => `${session} has none`)),
  ];
}

function leftInLoci(root: string): string[] {
  const names = readdirSync(join(root, ".loci"));
  // A lock's journal holds nothing; its next holder removes it.
  const odd = names.filter((name) =>
    /damaged|pending|split\.json|\.new$|^(?:sessions|index|vectors).*-journal$/.test(name),
  );
  const beside = globSync("{topics,general,people,log}/**/*", { cwd: root }).filter(
    (path) => /\/[^/]*\.[^/]*$/.test(path) && !/\.(?:md|txt)$/.test(path),
  );
  return [...odd, ...beside];
}

function leftInDatabase(root: string): string[] {
  const db = open(root);
  try {
    const waiting = db.prepare<[], string>("SELECT session FROM digestion").pluck().all();
    const messages = db
      .prepare<[], string>("SELECT content FROM message WHERE digested = 0")
      .pluck()
      .all();
    const states = db
      .prepare<[], string>(
        "SELECT id || ' ' || state FROM session WHERE state NOT IN ('closed', 'idle')",
      )
      .pluck()
      .all();
    const check = db.pragma("integrity_check", { simple: true });
    return [
      ...waiting.map((id) => `${id} waits`),
      ...messages.map((content) => `a message: ${content}`),
      ...states,
      ...(check === "ok" ? [] : [`the database: ${String(check)}`]),
    ];
  } finally {
    db.close();
  }
}

function leftInGit(root: string): string[] {
  const git = (...words: readonly string[]): string => {
    const { status, stdout, stderr } = spawnSync("git", ["-C", root, ...words], {
      encoding: "utf8",
    });
    return status === 0 ? stdout : `git ${words[0]}: ${stdout}${stderr}`;
  };
  const fsck = git("fsck", "--strict", "--no-dangling", "--no-progress");
  return [...fsck.split("\n"), ...git("status", "--porcelain").split("\n")].filter(
    (line) => line !== "",
  );
}
