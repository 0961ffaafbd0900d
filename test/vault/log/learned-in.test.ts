import { expect, test } from "vitest";
import { formatDigestBlock, parseDigestLog } from "../../../src/vault/log/digest-log.ts";
import {
  learnedAmong,
  type Teaching,
  teachersOf,
  teachingsIn,
} from "../../../src/vault/log/learned-in.ts";
import { toTopicPath } from "../../../src/vault/paths.ts";
import { parseTopic } from "../../../src/vault/topic/parse-topic.ts";
import { fc } from "../../fast-check.ts";
import { useVault } from "../../temp.ts";

/** Files as the module takes them. */
const parsed = (files: Readonly<Record<string, string>>) =>
  Object.entries(files).map(([file, text]) => {
    const path = toTopicPath(file);
    return { path, entries: parseTopic(path, Buffer.from(text)).entries };
  });

const taught = (
  session: string,
  text: string,
  file: string,
  more: Partial<Teaching> = {},
): Teaching => ({ ...{ session, text, file, person: null }, ...more });

/** `file: text (date)` → the sessions, with `?` where a hand may have written it. */
function found(files: Readonly<Record<string, string>>, teachings: readonly Teaching[]) {
  const all = parsed(files);
  const learned = learnedAmong(all, teachings);
  return Object.fromEntries(
    all.flatMap(({ path, entries }) =>
      entries.flatMap((entry) => {
        const origin = learned.get(entry);
        if (origin === undefined) return [];
        const name = `${path}: ${entry.text}${entry.date === undefined ? "" : ` (${entry.date})`}`;
        return [[name, [...origin.sessions].join() + (origin.isSure ? "" : "?")]];
      }),
    ),
  );
}

const a = "topics/a.md";
const b = "topics/b.md";

test.each<[string, Readonly<Record<string, string>>, readonly Teaching[], object]>([
  ["in its file", { [a]: "- x\n- y\n" }, [taught("S", "x", a)], { [`${a}: x`]: "S" }],
  [
    "struck for another one",
    { [a]: "- ~~x~~ [superseded:: ^k]\n- y ^k\n" },
    [taught("S", "x", a)],
    { [`${a}: ~~x~~`]: "S" },
  ],
  ["moved within its scope", { [b]: "- x\n" }, [taught("S", "x", a)], { [`${b}: x`]: "S" }],
  [
    "in the archive",
    { "archive/topics/a.md": "- x [archived-from:: topics/a.md]\n" },
    [taught("S", "x", a)],
    { "archive/topics/a.md: x": "S" },
  ],
  [
    "written by hand elsewhere",
    { [a]: "- x\n", [b]: "- x\n" },
    [taught("S", "x", a)],
    { [`${a}: x`]: "S" },
  ],
  ["reworded by hand", { [a]: "- x and more\n" }, [taught("S", "x", a)], {}],
  [
    "taught twice",
    { [a]: "- x\n" },
    [taught("S", "x", a), taught("T", "x", a)],
    { [`${a}: x`]: "S,T" },
  ],
  [
    "one of two lines that nothing tells apart",
    { [a]: "- x (2026-02-12)\n- x (2026-02-12) #tag\n" },
    [taught("S", "x", a)],
    { [`${a}: x (2026-02-12)`]: "S?" },
  ],
  [
    "with the session in its line, which is right",
    { [a]: "- x [source:: R]\n", [b]: "- x\n" },
    [taught("S", "x", b), taught("R", "x", a)],
    { [`${a}: x`]: "R", [`${b}: x`]: "S" },
  ],
  [
    "with the session in its line alone",
    { [a]: "- x [source:: R#12]\n" },
    [],
    { [`${a}: x`]: "R" },
  ],
  [
    "with the session in its line, beside one by hand",
    { [a]: "- x (2026-02-01) [source:: R]\n- x (2026-02-12)\n" },
    [taught("R", "x", a)],
    { [`${a}: x (2026-02-01)`]: "R", [`${a}: x (2026-02-12)`]: "R?" },
  ],
  [
    "another person's",
    { [a]: "- x [person:: ben]\n", "people/ben/topics/a.md": "- x\n" },
    [taught("S", "x", a, { person: "ana" })],
    {},
  ],
  [
    "moved to all, which a hand may have written",
    { [b]: "- x\n" },
    [taught("S", "x", "people/ana/topics/a.md", { person: "ana" })],
    { [`${b}: x`]: "S?" },
  ],
  [
    "said again in a profile",
    { [a]: "- x ^k\n", "profile.md": "- x [copy-of:: topics/a.md ^k]\n" },
    [taught("S", "x", a)],
    { [`${a}: x`]: "S" },
  ],
])("learnedAmong() finds what is %s", (_, files, teachings, wanted) => {
  expect(found(files, teachings)).toEqual(wanted);
});

test("learnedAmong() finds every line by the log that names it, whatever its words", () => {
  const text = fc
    .string({ unit: "grapheme", maxLength: 30 })
    .filter((one) => /[\p{L}\p{N}]/u.test(one));
  fc.assert(
    fc.property(fc.uniqueArray(text, { maxLength: 5 }), (texts) => {
      const lines = texts.map((one) => `- ${one.replace(/[\r\n]/g, " ")} (2026-02-12)\n`);
      const [file] = parsed({ [a]: lines.join("") });
      const entries = file?.entries ?? [];
      const block = {
        ...{ time: "2026-02-12T12:00:00Z", topic: "", summary: "", session: "S#7", agent: "loci" },
        ...{ person: null, modes: [], languages: [] },
        lines: entries.map((one) => ({ type: "learned", text: one.text, file: a }) as const),
      };
      const read = teachingsIn(parseDigestLog(Buffer.from(formatDigestBlock(block))));
      const learned = learnedAmong([{ path: toTopicPath(a), entries }], read);
      for (const entry of entries) expect([...(learned.get(entry)?.sessions ?? [])]).toEqual(["S"]);
    }),
  );
});

/** The sessions whose words would go with the first entry of the first file. */
function teachers(
  files: Readonly<Record<string, string>>,
  teachings: readonly Teaching[],
  persons: readonly (string | null)[] = [null],
) {
  const [file] = parsed(files);
  const entry = file?.entries[0];
  if (file === undefined || entry === undefined) throw new Error("There is no entry");
  const leaving = { path: file.path, entry, persons: new Set(persons) };
  return teachersOf(useVault(files), teachings)(leaving);
}

const anas = "people/ana/topics/a.md";

test.each<[string, readonly string[], () => readonly string[]]>([
  [
    "all that taught it",
    ["R", "S", "T"],
    () => teachers({ [a]: "- x [source:: R]\n" }, [taught("S", "x", a), taught("T", "x", b)]),
  ],
  ["nobody's, where none did", [], () => teachers({ [a]: "- y\n" }, [taught("S", "x", a)])],
  [
    "no other person's",
    [],
    () =>
      teachers({ [a]: "- x [person:: ben]\n" }, [taught("S", "x", a, { person: "ana" })], ["ben"]),
  ],
  [
    "no other person's in their own folder, where it stands there as well",
    [],
    () =>
      teachers(
        { [a]: "- x\n", [anas]: "- x\n" },
        [taught("S", "x", anas, { person: "ana" })],
        [null, "ben"],
      ),
  ],
  [
    "no other line's, which stays",
    [],
    () => teachers({ [a]: "- x\n", [b]: "- x\n" }, [taught("S", "x", b)]),
  ],
  [
    "who asks, from wherever it was moved",
    ["S"],
    () =>
      teachers(
        { [a]: "- x\n", "people/ana/topics/b.md": "- x\n" },
        [taught("S", "x", anas, { person: "ana" })],
        [null, "Ana"],
      ),
  ],
  [
    "what it was moved from",
    ["S"],
    () => teachers({ [a]: "- x\n" }, [taught("S", "x", anas, { person: "ana" })], [null]),
  ],
])("teachersOf() takes %s", (_, wanted, ask) => {
  expect([...ask()].sort()).toEqual(wanted);
});
