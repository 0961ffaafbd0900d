import { expect, test } from "vitest";
import { mergeSave } from "../../../src/sync/merge/file/merge-file.ts";
import { toTopicPath } from "../../../src/vault/paths.ts";
import { healSave, type Version } from "../../../src/vault/write/heal-save.ts";

const path = toTopicPath("topics/a.md");
const bytes = (lines: readonly string[]): Uint8Array =>
  Buffer.from(lines.map((line) => `${line}\n`).join(""));

const version = (
  lines: readonly string[] | null,
  { at = Date.now(), kind = "ours" }: Partial<Pick<Version, "at" | "kind">> = {},
): Version => ({ bytes: lines && bytes(lines), at, kind });

/** What a save becomes, in order; "gone" where there is to be no file. */
const heal = (versions: Version[], ...saved: string[]): string[] => {
  const healed = healSave({ path, saved: bytes(saved) }, versions, Date.now(), mergeSave);
  return healed === null ? ["gone"] : Buffer.from(healed).toString().split("\n").slice(0, -1);
};
const set = (lines: readonly string[]): string[] => lines.filter((line) => line !== "").sort();

const saved = "- Eggs come from Rosa (2026-11-23)";

test.each<[string, string[], string[]]>([
  ["a word", ["# A", "- Eggs come from Quim (2026-11-23)"], []],
  ["its date", ["# A", "- Eggs come from Rosa (2026-11-24)"], []],
  ["its date away", ["# A", "- Eggs come from Rosa"], []],
  ["more words after it", ["# A", "- Eggs come from Rosa, on Mondays (2026-11-23)"], []],
  ["a word in another alphabet", ["# A", "- Eggs come from Núria (2026-11-23)"], []],
  ["into something else", ["# A", "- Closed in August"], [saved]],
  ["a number", ["# A", "- Eggs come from Rosa 2 (2026-11-23)"], [saved]],
])("a line just saved that a person edits by changing %s: %j brings back %j", (_, lines, back) => {
  const versions = [version(["# A"]), version(["# A", saved])];
  expect(set(heal(versions, ...lines))).toEqual(set([...lines, ...back]));
});

test("a stale save brings a line back also where it holds one like it, of then or of its own", () => {
  const old = "- Eggs come from Rosa's";
  expect(set(heal([version(["# A", old]), version(["# A", old, saved])], "# A", old))).toEqual(
    set(["# A", old, saved]),
  );
  const mine = ["# A", "- Eggs come from Quim", "- b"];
  expect(heal([version(["# A", "- b"]), version(["# A", "- b", saved])], ...mine)).toContain(saved);
});

const twice = [
  version(["# A", "- old"]),
  version(["# A", "- old", "- one"]),
  version(["# A", "- old", "- one", "- two"]),
];

test.each([
  ["nothing is missing", ["# A", "- old", "- one", "- two"], []],
  ["a save from before both", ["# A", "- old"], ["- one", "- two"]],
  ["a save from before both, with a new line", ["# A", "- old", "- mine"], ["- one", "- two"]],
  ["a save from before the last", ["# A", "- old", "- one"], ["- two"]],
  ["the first removed beside the second", ["# A", "- old", "- two"], []],
  ["an old line removed as well", ["# A", "- one"], ["- two"]],
  ["all predecessors gone", ["# B", "- new"], ["- one", "- two"]],
])("healSave() heals a version: %s", (_name, lines, back) => {
  expect(set(heal(twice, ...lines))).toEqual(set([...lines, ...back]));
});

test("healSave() leaves out what was removed through Loci, also where the old buffer holds it", () => {
  const versions = [version(["- a"]), version(["- a", "- b"]), version(["- a"])];
  expect(heal(versions, "- a", "- mine")).toEqual(["- a", "- mine"]);
  const all = Array.from({ length: 61 }, (_, i) => `- Fact number ${i}`);
  const split = [version(all), version(all.slice(0, 9))];
  const edited = ["- Fact number 0, said better", ...all.slice(1), "- mine"];
  expect(set(heal(split, ...edited))).toEqual(
    set(["- Fact number 0, said better", ...all.slice(1, 9), "- mine"]),
  );
  expect(heal([version(all), version(null)], ...all)).toEqual(all);
  expect(heal([version(all), version(null)], ...all.slice(1))).toEqual(["gone"]);
  expect(heal([version(all), version(null)], ...all, "- mine")).toEqual(["- mine"]);
});

test("healSave() lets a person undo what it did, but not at once", () => {
  const healed = (at: number) => [
    version(["- a"], { at }),
    version(["- a", "- b"], { at }),
    version(["- a"], { at, kind: "was" }),
    version(["- a", "- b"], { at, kind: "healed" }),
  ];
  expect(heal(healed(Date.now() - 200), "- a")).toEqual(["- a", "- b"]);
  expect(heal(healed(Date.now() - 20_000), "- a")).toEqual(["- a"]);
  expect(heal(healed(Date.now() - 20_000), "- a", "- mine")).toEqual(["- a", "- mine"]);
  const later = version(["- a", "- b", "- c"]);
  expect(heal([...healed(Date.now() - 20_000), later], "- a")).toEqual(["- a", "- b", "- c"]);
});

test("healSave() takes what replaces a file that was not there before as it is", () => {
  expect(heal([version(null), version(["# A", "- a"])], "# B")).toEqual(["# B"]);
});

test("healSave() takes no stale save whose healing was killed for what is to stand there", () => {
  const whole = ["- a", "- b", "- mine"];
  const versions = [
    version(["- a"]),
    version(["- a", "- b"]),
    version(["- a", "- mine"], { kind: "was" }),
  ];
  expect(set(heal(versions, "- a", "- mine"))).toEqual(whole);
  expect(set(heal(versions, ...whole))).toEqual(whole);
  expect(heal([...versions.slice(0, 2), version(["- a"], { kind: "was" })], "- a", "- b")).toEqual([
    "- a",
    "- b",
  ]);
});

test("healSave() takes a line that came back for no sign that a later version was in view", () => {
  const versions = [
    version(["- a"]),
    version(["- a", "- b"]),
    version(["- a", "- b", "- c"]),
    version(["- a", "- late"], { kind: "was" }),
    version(["- a", "- b", "- c", "- late"], { kind: "healed" }),
  ];
  const all = ["- a", "- b", "- c", "- late", "- mine"];
  expect(set(heal(versions, "- a", "- b", "- mine"))).toEqual(all);
});

test("healSave() takes an old file's late edit for no version from which the others come", () => {
  const versions = [
    version(["- a"]),
    version(["- a", "- b"]),
    version(["- a", "- late"], { kind: "was" }),
    version(["- a", "- b", "- late"]),
  ];
  expect(set(heal(versions, "- a", "- b", "- mine"))).toEqual(["- a", "- b", "- late", "- mine"]);
});

test("healSave() knows no version where some before it are forgotten", () => {
  const later = ["- a", "- b", "- c", "- d"];
  const versions = [version(["- a"]), version(later, { kind: "was" }), version([...later, "- e"])];
  expect(set(heal(versions, "- a", "- b", "- mine"))).toEqual(set([...later, "- e", "- mine"]));
});

test("healSave() counts equal lines", () => {
  const versions = [version(["- milk"]), version(["- milk", "- milk"])];
  expect(heal(versions, "- milk")).toEqual(["- milk", "- milk"]);
});

test("healSave() takes what is no text as it was saved", () => {
  const picture = Buffer.from([0x89, 0, 1, 2, 3]);
  const versions = [version(["a"]), version(["b"])];
  const to = { path, saved: picture };
  expect(healSave(to, versions, Date.now(), mergeSave)).toBe(picture);
});
