import { expect, test } from "vitest";
import { entriesToRemind, ownEntries } from "../../src/index/entries.ts";
import { listedTopics } from "../../src/memory/topics.ts";
import type { Viewer } from "../../src/vault/topic/viewer.ts";
import { useIndex } from "../recall/fill-index.ts";

const files = {
  "topics/home.md": [
    "- Shared key sharedword [key:: door] [until:: 2026-03-05]",
    "- Ben's ring benword [person:: ben] [key:: ring]",
    "- Shared noon noonword [remind:: 2026-03-02T12:00]",
    "- Told toldword [remind:: 2026-03-01] [reminded:: 2026-03-01]",
    "- Later againword [remind:: 2026-03-03] [reminded:: 2026-03-01]",
    "- Ben's dentist dentistword [person:: ben] [remind:: 2026-03-01]",
  ].join("\n"),
  "people/ana/topics/own.md":
    "- Ana's own anaword [key:: home]\n- Ana's at anaatword [remind:: 2026-03-01]\n",
};
const [ana, ben, nobody, everybody]: Viewer[] = [
  { person: "ana" },
  { person: "ben" },
  {},
  { allPeople: true },
];

test("lists that each turn asks for are each viewer's, each day's and each kind's, and follow what is written", () => {
  const db = useIndex(files);
  const own = (viewer: Viewer = {}, today = "2026-03-02", only?: "marked") =>
    ownEntries(db, viewer, { today, limit: 50, ...(only && { only }) })
      .map(({ text }) => text.split(" ").at(-1))
      .join(" ");
  const round = () => ({
    ana: own(ana, "2026-03-02", "marked"),
    ben: own(ben, "2026-03-02", "marked"),
    nobody: own(nobody, "2026-03-02", "marked"),
    all: own(ana).split(" ").length,
    later: own(ana, "2026-03-06", "marked"),
  });
  const first = round();
  expect(first).toEqual({
    ...{ ana: "anaword sharedword", ben: "benword sharedword", nobody: "sharedword" },
    ...{ all: 6, later: "anaword" },
  });
  expect(round()).toEqual(first);
  db.exec("UPDATE chunk SET superseded = 1 WHERE text LIKE '%anaword%'");
  expect(round()).toEqual({ ...first, ana: "sharedword", all: 5, later: "" });
});

test("entriesToRemind() knows the day although its list is kept", () => {
  const db = useIndex(files);
  const texts = new Map(
    db.prepare<[], [string, string]>("SELECT uid, text FROM chunk").raw().all(),
  );
  const due = (viewer: Viewer = {}, today = "2026-03-01") =>
    entriesToRemind(db, viewer, today).map(({ id }) => texts.get(id)?.split(" ").at(-1));
  expect(due(nobody)).toEqual([]);
  expect(due(nobody, "2026-03-02")).toEqual(["noonword"]);
  expect(due(nobody, "2026-03-03")).toEqual(["noonword", "againword"]);
  expect(due(ana)).toEqual(["anaatword"]);
  expect(due(ben)).toEqual(["dentistword"]);
  expect(due(everybody)).toEqual(["anaatword", "dentistword"]);
  db.exec("UPDATE chunk SET secret = 1 WHERE text LIKE '%anaatword%'");
  expect(due(ana)).toEqual([]);
});

test("listedTopics() counts what a viewer may see, and follows what is written", () => {
  const db = useIndex(files);
  const index = { run: <T>(work: (own: typeof db) => T): T => work(db) };
  const counts = (viewer: Viewer = {}) =>
    listedTopics(index as Parameters<typeof listedTopics>[0], viewer).map(
      ({ topic, entries }) => `${topic} ${entries}`,
    );
  const before = [ana, ben, nobody, everybody].map(counts);
  expect(before.map((list) => list.toSorted())).toEqual([
    ["home 4", "own 2"],
    ["home 6"],
    ["home 4"],
    ["home 6", "own 2"],
  ]);
  expect([ana, ben, nobody, everybody].map(counts)).toEqual(before);
  db.exec("DELETE FROM file WHERE topic = 'own'");
  expect(counts(ana)).toEqual(["home 4"]);
});
