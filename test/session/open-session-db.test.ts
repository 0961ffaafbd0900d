import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { layoutOf, migrate, migrations } from "../../src/session/schema.ts";
import { useTempFolder } from "../temp.ts";
import { ana, fileOf, memory, outcome, say, useSessionDb, useTold } from "./session-db.ts";

function noise(file: string, from: number, bytes: number): void {
  const handle = openSync(file, "r+");
  writeSync(handle, randomBytes(bytes), 0, bytes, from);
  closeSync(handle);
}

function execute(file: string, sql: string): void {
  const db = new Database(file);
  db.exec(sql);
  db.close();
}

/** What may become of the file, and how many of the ten conversations can be read after it. */
const accidents: Readonly<Record<string, readonly [(file: string) => void, number]>> = {
  "cut in half": [(file) => truncateSync(file, Math.floor(statSync(file).size / 2)), 1],
  "cut within its last page": [(file) => truncateSync(file, statSync(file).size - 1_000), 8],
  "overwritten with noise": [(file) => writeFileSync(file, randomBytes(statSync(file).size)), 0],
  "noisy in its middle": [(file) => noise(file, 65_536, 4_096), 5],
  "noisy at its start": [(file) => noise(file, 0, 100), 0],
  "replaced by a text": [(file) => writeFileSync(file, "this is no database\n"), 0],
  emptied: [(file) => truncateSync(file), 0],
  "another program's": [(file) => execute(file, "PRAGMA application_id = 1"), 9],
  "without a table": [(file) => execute(file, "DROP TABLE session"), 9],
};

test.each(Object.keys(accidents))(
  "a database that was %s is kept aside, with one sentence",
  (name) => {
    const { lociDir, clock, ids } = useTold();
    const [damage, readable] = accidents[name] ?? [() => {}, 0];
    damage(fileOf(lociDir));
    const bytes = readFileSync(fileOf(lociDir));
    const { db, said } = useSessionDb({ lociDir, clock });
    const aside = join(lociDir, "sessions.damaged-1.db");
    const sessions = db.sessions.list().filter(({ id }) => db.sessions.messages(id).length > 0);
    expect(said).toEqual([
      `The database of conversations "${fileOf(lociDir)}" was damaged: it is kept as "${aside}", and ${sessions.length} of its conversations could be taken over`,
    ]);
    expect(readFileSync(aside).equals(bytes)).toBe(true);
    expect(sessions.length).toBeGreaterThanOrEqual(readable);
    for (const { id, state } of sessions) {
      expect(ids).toContain(id);
      const numbers = db.sessions.messages(id).map((message) => message.id);
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
      expect(db.sessions.messages(id).every((m) => m.content.startsWith(`${m.id} words`))).toBe(
        true,
      );
      const isQueued = db.digestions.waiting().some(({ session }) => session === id);
      expect(state).toBe(isQueued ? "digesting" : "active");
      expect(db.sessions.addMessage(id, say("goes on")).id).toBeGreaterThan(numbers.at(-1) ?? 0);
    }
    const fresh = db.sessions.start(ana);
    expect(db.sessions.addMessage(fresh.id, say("works")).id).toBe(1);
  },
);

test("what could be read of a damaged database keeps its plan, so that nothing is digested in two ways", () => {
  const { lociDir, clock, ids } = useTold();
  execute(fileOf(lociDir), "PRAGMA application_id = 1");
  const { db } = useSessionDb({ lociDir, clock });
  expect(db.digestions.next()).toMatchObject({ session: ids[2], upTo: 20, plan: "the plan" });
  expect(db.sessions.resolved("ana")).toMatchObject([{ session: ids[3], ...outcome }]);
  expect(db.sessions.recalled(ids[0] ?? "")).toEqual([memory("a")]);
  expect(db.sessions.find(ids[0] ?? "")).toMatchObject({ person: "ana", state: "active" });
});

test("a database that is damaged while it is open is kept aside too, and the message is taken", () => {
  const { lociDir, clock, ids } = useTold();
  const { db, said } = useSessionDb({ lociDir, clock });
  db.sessions.addMessage(ids[0] ?? "", say("before"));
  execute(fileOf(lociDir), "PRAGMA application_id = 1; DROP TABLE contact");
  expect(db.sessions.addMessage(ids[0] ?? "", say("after")).id).toBe(22);
  expect(said).toHaveLength(1);
  expect(db.sessions.messages(ids[0] ?? "", { limit: 2 }).map((m) => m.content)).toEqual([
    "before",
    "after",
  ]);
  expect(existsSync(join(lociDir, "sessions.damaged-1.db"))).toBe(true);
});

test("remove() of all removes damaged databases that were kept, too", () => {
  const { lociDir, clock } = useTold();
  noise(fileOf(lociDir), 0, 100);
  const { db } = useSessionDb({ lociDir, clock });
  expect(existsSync(join(lociDir, "sessions.damaged-1.db"))).toBe(true);
  db.sessions.remove("all");
  expect(readdirSync(lociDir).filter((name) => name.includes("damaged"))).toEqual([]);
});

test("two that have it open follow each other to the new database", () => {
  const { lociDir, clock, ids } = useTold();
  const one = useSessionDb({ lociDir, clock });
  const two = useSessionDb({ lociDir, clock });
  execute(fileOf(lociDir), "DROP TABLE contact");
  one.db.sessions.addMessage(ids[0] ?? "", say("of one"));
  two.db.sessions.addMessage(ids[0] ?? "", say("of two"));
  expect([one.said.length, two.said.length]).toEqual([1, 0]);
  expect(one.db.sessions.messages(ids[0] ?? "", { limit: 2 }).map((m) => m.content)).toEqual([
    "of one",
    "of two",
  ]);
});

test.each<[string, (path: string) => void]>([
  ["a folder", (path) => mkdirSync(path)],
  ["a link to a file", (path) => symlinkSync("/etc/passwd", path)],
  ["a link to nowhere", (path) => symlinkSync(`${path}.elsewhere`, path)],
])(
  "openSessionDb() refuses %s in the place of the database or its log, and leaves it",
  (_, make) => {
    for (const name of ["sessions.db", "sessions.db-wal", "sessions.db-shm"]) {
      const lociDir = useTempFolder();
      make(join(lociDir, name));
      expect(() => useSessionDb({ lociDir })).toThrow(
        expect.objectContaining({
          code: "SESSION_FAILED",
          message: `Cannot use the database of conversations "${join(lociDir, name)}": it is a link or no plain file, which no Loci makes; delete it and start again`,
        }),
      );
      expect(readdirSync(lociDir)).toEqual([name]);
    }
  },
);

test("openSessionDb() leaves a newer version's database as it is", () => {
  const { lociDir } = useTold();
  execute(fileOf(lociDir), "PRAGMA user_version = 99");
  const bytes = readFileSync(fileOf(lociDir));
  expect(() => useSessionDb({ lociDir })).toThrow(
    expect.objectContaining({
      code: "SESSION_FAILED",
      message: `Cannot use the database of conversations "${fileOf(lociDir)}": a newer version of Loci made it; update Loci on this device`,
    }),
  );
  expect(readFileSync(fileOf(lociDir)).equals(bytes)).toBe(true);
  expect(readdirSync(lociDir)).toEqual(["sessions.db"]);
});

test("migrate() takes an older database forward with its rows, once, and a failing step leaves it whole", () => {
  const { lociDir } = useTold();
  const db = new Database(fileOf(lociDir));
  const next = [...migrations, "ALTER TABLE session ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm'"];
  expect(() => migrate(db, [...next, "CREATE TABLE half(a); no sql"])).toThrow("syntax error");
  expect(db.pragma("user_version", { simple: true })).toBe(migrations.length);
  migrate(db, next);
  migrate(db, next);
  expect(db.prepare("SELECT count(*) FROM session WHERE mood = 'calm'").pluck().get()).toBe(10);
  expect(layoutOf(db, next)).toBe("ours");
  expect(layoutOf(db)).toBe("newer");
  db.close();
});

test.skipIf(process.platform === "win32")(
  "all files are the person's alone, also those of an older umask",
  () => {
    const { db, lociDir, clock } = useSessionDb();
    const { id } = db.sessions.start(ana);
    const modes = (): string[] =>
      readdirSync(lociDir).map((name) => (statSync(join(lociDir, name)).mode & 0o777).toString(8));
    expect(modes()).toEqual(["600", "600", "600"]);
    expect((statSync(lociDir).mode & 0o777).toString(8)).toBe("700");
    db.close();
    chmodSync(fileOf(lociDir), 0o644);
    useSessionDb({ lociDir, clock }).db.sessions.addMessage(id, say("x"));
    expect(modes()).toEqual(["600", "600", "600"]);
  },
);

test("openSessionDb() does not bring back the folder of a vault that is not mounted", () => {
  const root = join(useTempFolder(), "stick");
  expect(() => useSessionDb({ lociDir: join(root, ".loci") })).toThrow(
    expect.objectContaining({ code: "SESSION_FAILED" }),
  );
  expect(existsSync(root)).toBe(false);
  mkdirSync(root);
  useSessionDb({ lociDir: join(root, ".loci") }).db.close();
});
