import { expect, test } from "vitest";
import type { SessionDb } from "../../src/session/session.ts";
import type { FileVersions, UndoStep } from "../../src/session/undo-journal.ts";
import { noon, useSessionDb } from "./session-db.ts";

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));
const change = (path: string, before: string | null, after: string | null): FileVersions => ({
  path,
  before: before === null ? null : bytes(before),
  after: after === null ? null : bytes(after),
});

/** What would be taken back first. */
const newest = ({ undo }: SessionDb): UndoStep | undefined => [...undo.all()][0];

test("all() gives the steps, the newest first", () => {
  const { db } = useSessionDb();
  expect([...db.undo.all()]).toEqual([]);
  db.undo.note("one", "saved a memory", "session-1", change("a.md", null, "new\n"));
  db.undo.note("two", "digested a conversation", null, change("b.md", "", "\u0000\r\n"));
  expect([...db.undo.all()]).toEqual([
    {
      step: "two",
      what: "digested a conversation",
      session: null,
      files: [change("b.md", "", "\u0000\r\n")],
    },
    {
      step: "one",
      what: "saved a memory",
      session: "session-1",
      files: [change("a.md", null, "new\n")],
    },
  ]);
});

test("note() takes a path that changes twice in a step as one change, and the step as the newest", () => {
  const { db } = useSessionDb();
  db.undo.note("one", "first", null, change("a.md", "1", "2"));
  db.undo.note("two", "second", null, change("a.md", "2", "3"));
  db.undo.note("one", "more", null, change("a.md", "3", "4"));
  db.undo.note("one", "more", null, change("b.md", "x", null));
  expect(newest(db)).toEqual({
    step: "one",
    what: "more",
    session: null,
    files: [change("a.md", "1", "4"), change("b.md", "x", null)],
  });
  db.undo.drop("one");
  expect(newest(db)?.step).toBe("two");
});

test("note() lets the oldest fall out past 20 steps", () => {
  const { db } = useSessionDb();
  for (let n = 1; n <= 25; n++) db.undo.note(`${n}`, "x", null, change("a.md", `${n}`, null));
  const seen = [...db.undo.all()].map(({ step }) => step);
  expect(seen).toEqual(Array.from({ length: 20 }, (_, i) => `${25 - i}`));
});

test("note() lets the oldest fall out past 2 MB, never the newest", () => {
  const { db } = useSessionDb();
  const large = (size: number): FileVersions => ({
    path: "large.md",
    before: new Uint8Array(size),
    after: null,
  });
  db.undo.note("a", "x", null, large(900_000));
  db.undo.note("b", "x", null, large(900_000));
  db.undo.note("c", "x", null, large(900_000));
  db.undo.drop("c");
  expect(newest(db)?.step).toBe("b");
  db.undo.drop("b");
  expect(newest(db)).toBeUndefined();
  db.undo.note("d", "x", null, large(2_500_000));
  expect(newest(db)?.step).toBe("d");
  db.undo.note("e", "x", null, change("a.md", "1", "2"));
  db.undo.drop("e");
  expect(newest(db)).toBeUndefined();
});

test("dropFile() forgets all versions of a file, and steps that had nothing else", () => {
  const { db } = useSessionDb();
  db.undo.note("one", "x", null, change("a.md", "1", "2"));
  db.undo.note("one", "x", null, change("b.md", "1", "2"));
  db.undo.note("two", "x", null, change("a.md", "2", "3"));
  db.undo.dropFile("a.md");
  expect(newest(db)).toMatchObject({ step: "one", files: [change("b.md", "1", "2")] });
});

test("of() gives the failures of a model lately, by a clock that no jump moves", () => {
  const { db, clock } = useSessionDb();
  for (const pause of [1_000, 2_000, 3_000]) {
    db.modelErrors.note("m", "no");
    clock.pass(pause);
  }
  clock.wall = noon * 2;
  const ages = (withinMs: number, model = "m") =>
    db.modelErrors.of(model, withinMs).map(({ ageMs }) => ageMs);
  expect(ages(60_000)).toEqual([3_000, 5_000, 6_000]);
  expect(ages(5_000)).toEqual([3_000, 5_000]);
  expect(ages(60_000, "other")).toEqual([]);
  expect(db.modelErrors.models(60_000)).toEqual(["m"]);
  clock.reboot(0);
  expect(ages(60_000)).toEqual([]);
});

test("note() of a failure keeps no more than anyone asks for", () => {
  const { db } = useSessionDb({ inMemory: true });
  for (let n = 0; n < 250; n++) db.modelErrors.note("m", "no");
  expect(db.modelErrors.of("m", 1)).toHaveLength(200);
});
