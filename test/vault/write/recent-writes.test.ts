import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { deviceClock } from "../../../src/app/vault/device-clock.ts";
import { toTopicPath } from "../../../src/vault/paths.ts";
import {
  describeWrite,
  dropLedger,
  healLines,
  isOutdated,
  keptLines,
  readLedger,
  type Write,
  writtenPaths,
} from "../../../src/vault/write/recent-writes.ts";

const bytes = (...lines: string[]): Uint8Array => Buffer.from(lines.map((l) => `${l}\n`).join(""));
const nothing = { added: [], restored: [], givenUp: [] };

/** Writes that led from one version to the next, each adding what it names. */
function writesOf(
  ...versions: { lines: string[]; added?: string[]; restored?: string[]; at?: number }[]
) {
  return versions.map(({ lines, added = [], restored = [], at }, i): Write => {
    const before = bytes(...(versions[i - 1]?.lines ?? []));
    const write = describeWrite(before, bytes(...lines), { ...nothing, added, restored });
    return { ...write, at: at ?? Date.now() };
  });
}

const heal = (writes: Write[], ...lines: string[]) => {
  const healed = healLines(bytes(...lines), keptLines(writes), Date.now());
  return { ...healed, bytes: Buffer.from(healed.bytes).toString().split("\n").slice(0, -1) };
};

test.each<[string, string[], string[]]>([
  ["a word", ["# A", "- Eggs come from Quim (2026-11-23)"], []],
  ["its date", ["# A", "- Eggs come from Rosa (2026-11-24)"], []],
  ["its date away", ["# A", "- Eggs come from Rosa"], []],
  ["more words after it", ["# A", "- Eggs come from Rosa, on Mondays (2026-11-23)"], []],
  ["a word in another alphabet", ["# A", "- Eggs come from Núria (2026-11-23)"], []],
  ["into something else", ["# A", "- Closed in August"], ["- Eggs come from Rosa (2026-11-23)"]],
  [
    "a number",
    ["# A", "- Eggs come from Rosa 2 (2026-11-23)"],
    ["- Eggs come from Rosa (2026-11-23)"],
  ],
])(
  "a line just saved that a person edits by changing %s comes back: %j %j",
  (_, lines, restored) => {
    const writes = writesOf({ lines: ["# A", saved], added: [saved] });
    expect(heal(writes, ...lines).restored).toEqual(restored);
  },
);

const saved = "- Eggs come from Rosa (2026-11-23)";

test("a stale save brings a line back also where it holds one like it, of then or of its own", () => {
  const old = "- Eggs come from Rosa's";
  const writes = writesOf({ lines: ["# A", old, saved], added: [saved] });
  expect(heal(writes, "# A", old).restored).toEqual([saved]);
  expect(
    heal(
      writesOf({ lines: ["# A", "- b", saved], added: [saved] }),
      "# A",
      "- Eggs come from Quim",
      "- b",
    ).restored,
  ).toEqual([saved]);
  const both = writesOf(
    { lines: ["# A", saved], added: [saved] },
    { lines: ["# A", saved, "- Eggs come from Ben"], added: ["- Eggs come from Ben"] },
  );
  expect(heal(both, "# A").restored).toEqual([saved, "- Eggs come from Ben"]);
});

const twoWrites = writesOf(
  { lines: ["# A", "- old", "- one"], added: ["- one"] },
  { lines: ["# A", "- old", "- one", "- two"], added: ["- two"] },
);

test.each([
  [
    "nothing is missing",
    ["# A", "- old", "- one", "- two"],
    ["# A", "- old", "- one", "- two"],
    [],
  ],
  ["a save from before both", ["# A", "- old"], ["# A", "- old", "- one", "- two"], []],
  [
    "a save from before both, with a new line",
    ["# A", "- old", "- mine"],
    ["# A", "- old", "- one", "- two", "- mine"],
    [],
  ],
  [
    "a save from before the last",
    ["# A", "- old", "- one"],
    ["# A", "- old", "- one", "- two"],
    [],
  ],
  [
    "the first removed beside the second",
    ["# A", "- old", "- two"],
    ["# A", "- old", "- two"],
    ["- one"],
  ],
  ["all predecessors gone", ["# B", "- new"], ["# B", "- new", "- one", "- two"], []],
])("healLines() heals a version: %s", (_name, version, healed, givenUp) => {
  expect(heal(twoWrites, ...version)).toMatchObject({ bytes: healed, givenUp });
});

test("healLines() takes one line of a batch as witness that the others were removed", () => {
  const writes = writesOf({ lines: ["- a", "- b", "- c"], added: ["- a", "- b", "- c"] });
  expect(heal(writes, "- a", "- c")).toMatchObject({ bytes: ["- a", "- c"], givenUp: ["- b"] });
});

test("healLines() leaves out what was removed through Loci", () => {
  const writes = writesOf({ lines: ["- a", "- b"], added: ["- a", "- b"] }, { lines: ["- a"] });
  expect(heal(writes)).toMatchObject({ bytes: ["- a"], givenUp: [] });
});

test("healLines() gives a restored line up once it is taken out again, but not at once", () => {
  const again = (at: number) =>
    heal(writesOf({ lines: ["- a", "- b"], restored: ["- b"], at }), "- a");
  expect(again(Date.now() - 200).restored).toEqual(["- b"]);
  expect(again(Date.now() - 20_000)).toMatchObject({ restored: [], givenUp: ["- b"] });
});

test("healLines() restores a restored line again beside one that vanished for the first time", () => {
  const writes = writesOf(
    { lines: ["- a", "- b"], restored: ["- b"], at: Date.now() - 20_000 },
    { lines: ["- a", "- b", "- c"], added: ["- c"] },
  );
  expect(heal(writes, "- a").bytes).toEqual(["- a", "- b", "- c"]);
});

test("healLines() counts equal lines", () => {
  const writes = writesOf(
    { lines: ["- milk"] },
    { lines: ["- milk", "- milk"], added: ["- milk"] },
  );
  expect(heal(writes, "- milk").bytes).toEqual(["- milk", "- milk"]);
});

test("healLines() keeps line ends and bytes that are not text", () => {
  const [write] = writesOf({ lines: ["\xff", "- \xc3\xa9"], added: ["- \xc3\xa9"] });
  const kept = keptLines(
    write === undefined
      ? []
      : [{ ...write, added: [{ line: "- \xc3\xa9", count: 1, before: ["\xff"] }] }],
  );
  const healed = healLines(Buffer.from("\xff\r\nx\r\n", "latin1"), kept, Date.now());
  expect(Buffer.from(healed.bytes).toString("latin1")).toBe("\xff\r\n- \xc3\xa9\r\nx\r\n");
});

function fileInVault(path = "topics/a.md") {
  const root = mkdtempSync(join(tmpdir(), "loci-ledger-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  return { root, lociDir: join(root, ".loci"), clock: deviceClock, path: toTopicPath(path) };
}

test("readLedger() gives back what was appended, and skips a row that was cut short", () => {
  const file = fileInVault();
  const [one, two] = twoWrites;
  if (one === undefined || two === undefined) throw new Error("two writes");
  expect(readLedger(file).last).toBeUndefined();
  readLedger(file).append(one);
  const [name = ""] = readdirSync(join(file.lociDir, "writes"));
  appendFileSync(join(file.lociDir, "writes", name), '\n{"at":17');
  expect(readLedger(file).last).toBeUndefined();
  readLedger(file).append(two);
  expect(readLedger(file).writes()).toEqual([one, two]);
  expect(readLedger(file).last).toEqual(two);
  expect(writtenPaths(file.lociDir)).toEqual([file.path]);
  dropLedger(file);
  expect(writtenPaths(file.lociDir)).toEqual([]);
});

test("readLedger() forgets after ten minutes, and the file on disk does not grow for ever", () => {
  const file = fileInVault();
  const minutesAgo = (minutes: number): Write => ({
    at: Date.now() - minutes * 60_000,
    hash: String(minutes),
    size: 1,
    added: [],
    removed: [],
  });
  readLedger(file).append(minutesAgo(25));
  expect(isOutdated(readLedger(file), Date.now())).toBe(true);
  for (const minutes of [11, 9, 1]) readLedger(file).append(minutesAgo(minutes));
  expect(isOutdated(readLedger(file), Date.now())).toBe(false);
  expect(
    readLedger(file)
      .writes()
      .map(({ hash }) => hash),
  ).toEqual(["9", "1"]);
  readLedger(file).append(minutesAgo(0));
  expect(readLedger(file).writes()).toHaveLength(3);
});

test.each([
  ["a row without removed", { removed: undefined }],
  ["a count beyond reason", { added: [{ line: "- a", count: 100_000_000, before: [] }] }],
  ["a count below zero", { removed: [["- a", -1]] }],
  ["a line of two", { added: [{ line: "- a\n- b", count: 1, before: [] }] }],
  ["a line of 2 MB", { removed: [["x".repeat(2 ** 21), 0]] }],
  ["a line without neighbours", { added: [{ line: "- a", count: 1 }] }],
  ["a time that is none", { at: "now" }],
  ["nothing", null],
])("readLedger() does not believe a ledger with %s", (_name, damage) => {
  const file = fileInVault();
  const [one] = twoWrites;
  if (one === undefined) throw new Error("a write");
  readLedger(file).append(one);
  const [name = ""] = readdirSync(join(file.lociDir, "writes"));
  const row = JSON.stringify(damage && { ...one, ...damage });
  appendFileSync(join(file.lociDir, "writes", name), `\n${row}`);
  expect(readLedger(file).writes()).toEqual([one]);
  expect(readLedger(file).last).toBeUndefined();
});

test("readLedger() waits for no pipe, and append() writes through no link", () => {
  const file = fileInVault();
  const [one] = twoWrites;
  if (one === undefined) throw new Error("a write");
  readLedger(file).append(one);
  const [name = ""] = readdirSync(join(file.lociDir, "writes"));
  const ledger = join(file.lociDir, "writes", name);
  const diary = join(file.root, "diary");
  rmSync(ledger);
  writeFileSync(diary, "dear diary\n");
  symlinkSync(diary, ledger);
  expect(writtenPaths(file.lociDir)).toEqual([]);
  readLedger(file).append(one);
  expect(readFileSync(diary, "utf8")).toBe("dear diary\n");
  expect(readLedger(file).last).toEqual(one);
  rmSync(ledger);
  if (process.platform !== "win32") execFileSync("mkfifo", [ledger]);
  expect(readLedger(file).last).toBeUndefined();
  expect(writtenPaths(file.lociDir)).toEqual([]);
  rmSync(ledger);
  mkdirSync(ledger);
  expect(readLedger(file).last).toBeUndefined();
});
