import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { useTempFolder } from "../temp.ts";
import { ana, fileOf, say, useSessionDb, useTold } from "./session-db.ts";

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

/** What may become of the file. */
const accidents: Readonly<Record<string, (file: string) => void>> = {
  "cut in half": (file) => truncateSync(file, Math.floor(statSync(file).size / 2)),
  "cut by a page": (file) => truncateSync(file, statSync(file).size - 5_000),
  "overwritten with noise": (file) => writeFileSync(file, randomBytes(statSync(file).size)),
  "noisy in its middle": (file) => noise(file, 65_536, 4_096),
  "noisy at its start": (file) => noise(file, 0, 100),
  "replaced by a text": (file) => writeFileSync(file, "this is no database\n"),
  "another program's": (file) => execute(file, "PRAGMA application_id = 1"),
};

test.each(Object.keys(accidents))(
  "a database that was %s is kept aside until all is removed, with one sentence, and a new one begins",
  (name) => {
    const { lociDir, clock } = useTold();
    accidents[name]?.(fileOf(lociDir));
    const bytes = readFileSync(fileOf(lociDir));
    const { db, said } = useSessionDb({ lociDir, clock });
    const aside = join(lociDir, "sessions.damaged-1.db");
    expect(said).toEqual([
      `The database of conversations "${fileOf(lociDir)}" is damaged: it is kept as "${aside}", and a new one begins`,
    ]);
    expect(readFileSync(aside).equals(bytes)).toBe(true);
    expect(db.sessions.list()).toEqual([]);
    const fresh = db.sessions.start(ana);
    expect(db.sessions.addMessage(fresh.id, say("works")).id).toBe(1);
    writeFileSync(join(lociDir, "sessions.old-1.db"), "An earlier version kept it.");
    db.sessions.remove("all");
    expect(readdirSync(lociDir).filter((name) => /damaged|old/.test(name))).toEqual([]);
  },
);

test("who has it open follows another process to the new database", () => {
  const { lociDir, clock, ids } = useTold();
  const one = useSessionDb({ lociDir, clock });
  one.db.sessions.addMessage(ids[0] ?? "", say("before"));
  for (const end of ["", "-wal"]) renameSync(fileOf(lociDir) + end, join(lociDir, `gone${end}`));
  const two = useSessionDb({ lociDir, clock });
  const { id } = two.db.sessions.start(ana);
  expect(one.db.sessions.addMessage(id, say("after")).id).toBe(1);
  expect(two.db.sessions.messages(id)).toHaveLength(1);
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

test("a folder that cannot be used is met with one clear sentence", () => {
  const lociDir = join(useTempFolder(), ".loci");
  writeFileSync(lociDir, "no folder");
  const state = "ENOTDIR[^\\n]+; check the rights and the free space of its folder";
  expect(() => useSessionDb({ lociDir })).toThrow(
    new RegExp(`^Cannot use the database of conversations "[^"]+": ${state}$`),
  );
});
