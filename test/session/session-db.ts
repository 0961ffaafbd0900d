import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { onTestFinished } from "vitest";
import type { SessionDbOptions } from "../../src/session/open-session-db.ts";
import { openSessionDb } from "../../src/session/open-session-db.ts";
import type { NewMessage, Recalled } from "../../src/session/session.ts";
import { useTempFolder } from "../temp.ts";

export const noon = Date.UTC(2026, 1, 12, 12);
export const hour = 3_600_000;
export const day = 24 * hour;

/** A clock that a test moves. */
export class TestClock {
  wall = noon;

  now(): number {
    return this.wall;
  }
  pass(ms: number): void {
    this.wall += ms;
  }
}

/** A database of conversations in a folder that goes when the test ends. */
export function useSessionDb(
  options: Partial<SessionDbOptions> & { readonly clock?: TestClock } = {},
) {
  const lociDir = options.lociDir ?? join(useTempFolder(), ".loci");
  const clock = options.clock ?? new TestClock();
  const said: string[] = [];
  const db = openSessionDb({
    settings: { hours: 24, resolvedDays: 30 },
    saveRecalledContext: true,
    dayOf: (ms) => new Date(ms).toISOString().slice(0, 10),
    report: (sentence) => said.push(sentence),
    ...options,
    lociDir,
    now: () => clock.now(),
  });
  onTestFinished(() => db.close());
  return { db, clock, lociDir, said };
}

export const ana = { person: "ana", agent: "rostro", mode: "text", language: "en" } as const;

export function say(content: string, change: Partial<NewMessage> = {}): NewMessage {
  return {
    role: "user",
    agent: "rostro",
    content,
    mode: "text",
    language: "en",
    detected: "en",
    switched: false,
    recalled: [],
    latency: {},
    degradations: [],
    hasPrivateData: false,
    ...change,
  };
}

export function memory(id: string, change: Partial<Recalled> = {}): Recalled {
  return {
    id,
    text: `memory ${id}`,
    date: "2026-02-10",
    topic: "cooking",
    bank: "Personal",
    file: "topics/cooking.md",
    line: 12,
    score: 0.8,
    ...change,
  };
}

export const outcome = {
  summary: "Rice.",
  topic: "cooking",
  sentiment: "positive",
  intents: ["plan a dinner"],
} as const;

export const fileOf = (lociDir: string): string => join(lociDir, "sessions.db");

/** Ten conversations of 20 messages; closed. */
export function useTold() {
  const clock = new TestClock();
  const { db, lociDir } = useSessionDb({ clock });
  const ids = Array.from({ length: 10 }, () => db.sessions.start(ana).id);
  for (const id of ids) {
    for (let n = 1; n <= 20; n++) db.sessions.addMessage(id, say(`${n} ${"words ".repeat(200)}`));
  }
  db.close();
  return { lociDir, clock, ids };
}

/** All bytes of the database and its companions, as they are on the disk while it is open. */
export const rawBytes = (lociDir: string): string =>
  readdirSync(lociDir)
    .map((name) => readFileSync(join(lociDir, name), "latin1"))
    .join("\n");

/** A `.loci` folder with an older version's conversations, five hours after they were. */
export function useOlder(version: "v1" | "v10") {
  const lociDir = join(useTempFolder(), ".loci");
  mkdirSync(lociDir);
  const db = new Database(fileOf(lociDir));
  db.pragma("journal_mode = WAL");
  const dump = join(import.meta.dirname, "../fixtures/older-sessions", `${version}.sql`);
  db.exec(readFileSync(dump, "utf8"));
  db.close();
  const clock = new TestClock();
  clock.wall = Date.UTC(2026, 10, 20, 17);
  return { lociDir, clock };
}
