import { expect, test } from "vitest";
import {
  type DigestLine,
  formatDigestBlock,
  parseDigestLog,
} from "../../../src/vault/log/digest-log.ts";
import { forgetInLog } from "../../../src/vault/log/forget-in-log.ts";
import { toTopicPath } from "../../../src/vault/paths.ts";
import { cpuMs } from "../../cpu-ms.ts";
import { drawn, fc } from "../../fast-check.ts";

const cooking = toTopicPath("topics/cooking.md");
const anas = toTopicPath("people/ana/general/2026-02.md");

const log = `# February

My own words about bomba rice.

## 2026-02-12T14:30:00+01:00 cooking

Bomba rice for paella, and ovens.

- learned: Prefers bomba rice for paella → topics/cooking.md
  - said: "we always use bomba rice, and a wood fire"
- learned: Cooks on a wood fire → topics/cooking.md
  - said: "We always use bomba rice, and a wood fire."
- replaced: Lives in Reus → people/ana/general/2026-02.md
  - was: Lives in Tarragona
  - said: "no, I live in Reus now"
- known: Uses homemade chicken broth
- session: 01JKXW0000 · agent rostro · person ana · voice, text · es→en

## 2026-02-13T08:00:00+01:00 cooking

Ovens.

- known: Prefers bomba rice for paella
- kept: Prefers bomba rice for paella (protected)
- session: 01JKXW0001 · agent rostro · person ben · text · en
`;

const forget = (text: string, file = cooking, source?: string, from = log) => {
  const sessions = source === undefined ? [] : [source];
  const { bytes, summariesGone } = forgetInLog(Buffer.from(from), [{ text, file, sessions }]);
  return { text: Buffer.from(bytes).toString(), summariesGone };
};

const without = (...gone: readonly string[]): string =>
  log
    .split("\n")
    .filter((line) => !gone.includes(line))
    .join("\n");

test("forgetInLog() takes an entry's lines, its sentence behind others, and the summary that tells it", () => {
  const { text, summariesGone } = forget("Prefers bomba rice for paella");
  expect(text).toBe(
    without(
      "- learned: Prefers bomba rice for paella → topics/cooking.md",
      '  - said: "we always use bomba rice, and a wood fire"',
      '  - said: "We always use bomba rice, and a wood fire."',
      "- known: Prefers bomba rice for paella",
      "- kept: Prefers bomba rice for paella (protected)",
    ).replace("Bomba rice for paella, and ovens.\n\n", ""),
  );
  expect(summariesGone).toEqual(["01JKXW0000"]);
});

test("forgetInLog() takes a sentence along that somebody said at the end of a very long one", () => {
  const long = `said: "${"well, and ".repeat(1_200)}we always use bomba rice, and a wood fire"`;
  const from = log.replace('said: "We always use bomba rice, and a wood fire."', long);
  const { text } = forget("Prefers bomba rice for paella", cooking, "01JKXW0000", from);
  expect(text).toContain("- learned: Cooks on a wood fire");
  expect(text).not.toContain("always use bomba rice");
});

test("forgetInLog() takes what an entry replaced along, and leaves what replaced it", () => {
  expect(forget("Lives in Reus", anas).text).toBe(
    without(
      "- replaced: Lives in Reus → people/ana/general/2026-02.md",
      "  - was: Lives in Tarragona",
      '  - said: "no, I live in Reus now"',
    ),
  );
  expect(forget("Lives in Tarragona", anas).text).toBe(without("  - was: Lives in Tarragona"));
});

test("forgetInLog() leaves another file's, another person's and another conversation's alone", () => {
  const other = toTopicPath("topics/rice.md");
  const known = [
    "- known: Prefers bomba rice for paella",
    "- kept: Prefers bomba rice for paella (protected)",
  ];
  expect(forget("Prefers bomba rice for paella", other).text).toBe(without(...known));
  const eves = toTopicPath("people/eve/topics/rice.md");
  expect(forget("Prefers bomba rice for paella", eves, "01JKXW0009").text).toBe(log);
  expect(forget("Uses homemade chicken broth", anas).text).toBe(
    without("- known: Uses homemade chicken broth"),
  );
  expect(forget("prefers bomba rice").text).toBe(log);
});

test.each(["01JKXW0000", "01JKXW0000#14"])(
  "forgetInLog() knows an entry that moved by its conversation %s",
  (conversation) => {
    const moved = toTopicPath("topics/cooking-rice.md");
    const from = log.replace("01JKXW0000", conversation);
    const { text, summariesGone } = forget(
      "Prefers bomba rice for paella",
      moved,
      "01JKXW0000",
      from,
    );
    expect(text).not.toMatch(/(?:learned|said).*bomba|Bomba/);
    expect(text).toContain("Cooks on a wood fire");
    expect(summariesGone).toEqual(["01JKXW0000"]);
  },
);

test.each([
  ["Is allergic to walnuts", "Spoke about nuts and her allergy to walnuts.", false],
  ["Is allergic to walnuts", "Rice recipes and oven timing.", true],
  ["Vive en Reus", "Ahora vive en Reus.", false],
  ["住在东京", "他说他住在东京", false],
  ["住在东京", "米饭和烤箱", true],
])(
  "forgetInLog() of %j in a conversation told as %j keeps the summary: %s",
  (text, summary, stays) => {
    const block = formatDigestBlock({
      ...{ time: "2026-02-12T10:00:00Z", topic: "", summary, session: "01J", agent: "loci" },
      ...{ person: null, modes: [], languages: [] },
      lines: [{ type: "learned", text, file: cooking }],
    });
    expect(forget(text, cooking, undefined, block).text).toBe(
      `## 2026-02-12T10:00:00Z\n\n${stays ? `${summary}\n\n` : ""}- session: 01J · agent loci\n`,
    );
  },
);

test("a summary that is the sentence itself, cut short, goes too", () => {
  const block = log.replace("Bomba rice for paella, and ovens.", "We always use a wood…");
  expect(forget("Prefers bomba rice for paella", cooking, undefined, block).text).not.toContain(
    "always",
  );
});

test("forgetInLog() leaves line ends, a byte order mark and bytes of no encoding as they are", () => {
  for (const [from, to] of [
    ["\n", "\r\n"],
    ["\n", "\r"],
  ] as const) {
    const odd = (text: string): Buffer =>
      Buffer.concat([
        Buffer.from([0xef, 0xbb, 0xbf]),
        Buffer.from(text.replaceAll(from, to)),
        Buffer.from([0xff, 0xfe]),
      ]);
    const { bytes } = forgetInLog(odd(log), [
      { text: "Uses homemade chicken broth", file: cooking },
    ]);
    expect(Buffer.from(bytes)).toEqual(odd(without("- known: Uses homemade chicken broth")));
  }
});

const texts = ["Lives in Reus", "Owns a wok", "Likes tea", "Prefers bomba rice"] as const;
const text = fc.constantFrom(...texts);
const said = fc
  .option(fc.constantFrom("I live in Reus", "a wok and tea", "yes"), { nil: undefined })
  .map((words) => (words === undefined ? {} : { said: words }));
const file = fc.constantFrom("topics/cooking.md", "topics/a.md", "people/ana/topics/a.md");
const line: fc.Arbitrary<DigestLine> = fc.oneof(
  fc
    .tuple(text, file, said)
    .map(([t, f, s]): DigestLine => ({ type: "learned", text: t, file: f, ...s })),
  fc
    .tuple(text, text, file, said)
    .map(([t, was, f, s]): DigestLine => ({ type: "replaced", text: t, was, file: f, ...s })),
  text.map((t): DigestLine => ({ type: "known", text: t })),
  text.map((t): DigestLine => ({ type: "kept", text: t, reason: "protected" })),
  file.map((f): DigestLine => ({ type: "changed", file: f, what: "1 added" })),
);
const block = fc
  .record({
    ...{ time: fc.constant("2026-02-12T10:00:00Z"), topic: fc.constantFrom("", "cooking") },
    ...{ summary: fc.constantFrom("", "Owns a wok and lives in Reus", "Spoke about tea") },
    ...{ session: fc.constantFrom("", "01A", "01B", "01B#7"), agent: fc.constant("loci") },
    ...{ person: fc.constantFrom(null, "ana", "ben"), lines: fc.array(line, { maxLength: 5 }) },
    ...{ modes: fc.constant(["text"]), languages: fc.constant(["en"]) },
  })
  .map(formatDigestBlock);
const note = fc.constantFrom(
  "My note on Lives in Reus\n",
  "\n",
  "## Notes\n- known: Likes tea\n",
  "x",
);
const anyLog = fc
  .tuple(fc.array(fc.oneof(block, note), { maxLength: 6 }), fc.constantFrom("\n", "\r\n"))
  .map(([parts, eol]) => parts.join("\n").replaceAll("\n", eol));
const forgotten = fc.record({
  text,
  file: file.map(toTopicPath),
  source: fc.constantFrom(undefined, "01A", "01B"),
});

/** Lines with their ends. */
const linesOf = (bytes: string): string[] => bytes.split(/(?<=\n)/);

test("forgetInLog() only takes lines out, leaves blocks, notes and others' memories, and is done once", () => {
  fc.assert(
    fc.property(anyLog, forgotten, (before, entry) => {
      const { text: after } = forget(entry.text, entry.file, entry.source, before);
      const left = linesOf(after);
      const gone: string[] = [];
      for (const one of linesOf(before)) {
        if (left[0] === one) left.shift();
        else gone.push(one);
      }
      expect(left).toEqual([]);
      for (const one of gone) {
        expect(one).toMatch(
          /^(?:- (?:learned|replaced|known|kept): | {2}- (?:was|said): |Owns a wok and|Spoke about|\r?\n$)/,
        );
        if (one.startsWith("- ")) expect(one).toContain(entry.text);
      }
      const [was, now] = [before, after].map((bytes) => parseDigestLog(Buffer.from(bytes)));
      expect(now?.map(({ session }) => session)).toEqual(was?.map(({ session }) => session));
      expect(forget(entry.text, entry.file, entry.source, after).text).toBe(after);
    }),
    { numRuns: drawn(2000) },
  );
});

test("after forgetInLog() no line of its file or conversation says it, nor does that one's summary", () => {
  fc.assert(
    fc.property(anyLog, forgotten, (before, entry) => {
      const { text: after } = forget(entry.text, entry.file, entry.source, before);
      for (const { lines, session, summary } of parseDigestLog(Buffer.from(after))) {
        const isOfSource = session !== "" && session.replace(/#.*/, "") === entry.source;
        const named = lines.filter((one) => "text" in one && one.text === entry.text);
        const files = named.flatMap((one) => ("file" in one ? one.file : []));
        expect(files).not.toContain(entry.file);
        if (isOfSource) expect([named, summary.includes(entry.text)]).toEqual([[], false]);
      }
    }),
    { numRuns: drawn(2000) },
  );
});

test("forgetInLog() takes linear time", () => {
  const lines = "- known: Owns a wok\n".repeat(50_000);
  const many = `## 2026-02-12T10:00Z\n${lines}${'  - said: "a wok"\n'.repeat(20_000)}`;
  const long = `## 2026-02-12T10:00Z\n\n${"owns wok ".repeat(200_000)}\n\n- known: Owns a wok\n`;
  const started = cpuMs();
  for (const from of [many, long]) forget("Owns a wok", cooking, undefined, from);
  expect(cpuMs() - started).toBeLessThan(3_000);
});

test("forgetInLog() takes what was left out of that conversation along where it tells the same, and nothing else", () => {
  const retold = "- kept: Prefers bomba rice for paella, always (not saved, said otherwise later)";
  const other = "- kept: Owns a yacht in Cascais (not saved, not supported)";
  const standing = "- kept: Prefers bomba rice for every paella (protected)";
  const all = [retold, other, standing].join("\n");
  const from = log.replace("- known: Uses", `${all}\n- known: Uses`);
  const { text } = forget("Prefers bomba rice for paella", cooking, undefined, from);
  expect(text).not.toContain(retold);
  expect(text).toContain(other);
  expect(text).toContain(standing);
  expect(forget("Lives in Reus", anas, undefined, from).text).toContain(retold);
});
