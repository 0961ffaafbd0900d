import { expect, test } from "vitest";
import {
  appendDigestBlock,
  type DigestBlock,
  type DigestLine,
  formatDigestBlock,
  parseDigestLog,
} from "../../../src/vault/log/digest-log.ts";
import { conversationPath, isLogPath, logPath, toFilePath } from "../../../src/vault/paths.ts";
import { cleanText } from "../../../src/vault/topic/entry.ts";
import { cpuMs } from "../../cpu-ms.ts";
import { fc } from "../../fast-check.ts";

const cooking: DigestBlock = {
  time: "2026-02-12T14:30:00+01:00",
  topic: "cooking",
  summary: "Rice recipes and oven timing.",
  lines: [
    {
      type: "learned",
      text: "Prefers bomba rice for paella",
      file: "topics/cooking.md",
      said: "we always use bomba rice at home",
    },
    {
      type: "replaced",
      text: "Lives in Reus",
      file: "people/ana/general/2026-02.md",
      was: "Lives in Tarragona",
      said: "no, I live in Reus now",
    },
    { type: "known", text: "Uses homemade chicken broth, never stock cubes" },
    { type: "kept", text: "Is tired", reason: "a passing state" },
  ],
  session: "01JKXW0000",
  agent: "rostro",
  person: "ana",
  modes: ["voice", "text"],
  languages: ["es", "en"],
};

const written = `## 2026-02-12T14:30:00+01:00 cooking

Rice recipes and oven timing.

- learned: Prefers bomba rice for paella → topics/cooking.md
  - said: "we always use bomba rice at home"
- replaced: Lives in Reus → people/ana/general/2026-02.md
  - was: Lives in Tarragona
  - said: "no, I live in Reus now"
- known: Uses homemade chicken broth, never stock cubes
- kept: Is tired (a passing state)
- session: 01JKXW0000 · agent rostro · person ana · voice, text · es→en
`;

const edits: DigestBlock = {
  ...{ time: "2026-02-12T15:00:00Z", topic: "", summary: "edited by hand", session: "" },
  ...{ agent: "", person: null, modes: [], languages: [] },
  lines: [{ type: "changed", file: "topics/cooking.md", what: "2 added, 1 removed" }],
};

test("formatDigestBlock() writes a block as a person would", () => {
  expect(formatDigestBlock(cooking)).toBe(written);
  expect(formatDigestBlock(edits)).toBe(
    "## 2026-02-12T15:00:00Z\n\nedited by hand\n\n- changed: topics/cooking.md: 2 added, 1 removed\n",
  );
});

test("parseDigestLog() reads what formatDigestBlock() wrote", () => {
  const log = Buffer.from(`${written}\n${formatDigestBlock(edits)}`);
  expect(parseDigestLog(log)).toEqual([cooking, edits]);
});

test("parseDigestLog() reads logs that people and other programs have been at", () => {
  const log = `\ufeff# February\r\n\r\nMy own words.\r\n\r\n- learned: no block yet → topics/a.md\r
##  2026-02-12T14:30+01:00\tcooking \r
Rice recipes\r
and oven timing.\r
\r
A second paragraph.\r
* learned:   Prefers bomba rice   → topics/cooking.md  \r
\t- said: “we use bomba”\r
- a line of mine\r
<<<<<<< ours\r
- known: Salt last\r
=======\r
- learned: without a file\r
>>>>>>> theirs\r
- session: 01J\r
\r
## Notes\r
- known: not in a block\r
\r
## 2026-02-13T08:00:00Z\r
- session: 02J · person ben · text`;
  const none = { agent: "", person: null, modes: [], languages: [] };
  expect(parseDigestLog(Buffer.from(log))).toEqual([
    {
      ...{ time: "2026-02-12T14:30+01:00", topic: "cooking", session: "01J", ...none },
      summary: "Rice recipes and oven timing.",
      lines: [
        {
          type: "learned",
          text: "Prefers bomba rice",
          file: "topics/cooking.md",
          said: "we use bomba",
        },
        { type: "known", text: "Salt last" },
        { type: "learned", text: "without a file", file: "" },
      ],
    },
    {
      ...{
        time: "2026-02-13T08:00:00Z",
        topic: "",
        summary: "",
        lines: [],
        session: "02J",
        ...none,
      },
      ...{ person: "ben", modes: ["text"] },
    },
  ]);
});

test("parseDigestLog() takes bytes that are not UTF-8, and none at all", () => {
  expect(parseDigestLog(new Uint8Array())).toEqual([]);
  const bytes = Buffer.concat([Buffer.from(written), Buffer.from([0xff, 0xfe, 0x0a])]);
  expect(parseDigestLog(bytes)).toHaveLength(1);
});

test.each([
  ["no file", null, ""],
  ["an empty file", "", ""],
  ["a last line without its end", "# Log\n\n- a", "\n\n"],
  ["a blank line at the end", "# Log\n\n", ""],
  ["CRLF", "# Log\r\n", "\r\n"],
])("appendDigestBlock() adds the block behind every other byte given %s", (_, before, gap) => {
  const bytes = before === null ? null : Buffer.from(before);
  const after = appendDigestBlock(bytes, cooking).toString();
  const eol = gap === "\r\n" ? "\r\n" : "\n";
  expect(after).toBe((before ?? "") + gap + written.replaceAll("\n", eol));
});

test("appendDigestBlock() appends to a log that is not UTF-8 without touching it", () => {
  const odd = Buffer.from([0x23, 0xff, 0x0a]);
  expect(appendDigestBlock(odd, cooking).subarray(0, 3)).toEqual(odd);
});

test("appendDigestBlock() leaves a log alone that has the session's block, or exactly this one", () => {
  const once = appendDigestBlock(null, cooking);
  const again = { ...cooking, time: "2026-02-12T18:00:00Z", lines: [] };
  expect(appendDigestBlock(once, again)).toEqual(once);
  const other = appendDigestBlock(once, { ...cooking, session: "other" });
  expect(parseDigestLog(other)).toHaveLength(2);
  const byHand = appendDigestBlock(other, edits);
  expect(appendDigestBlock(byHand, edits)).toEqual(byHand);
  const later = appendDigestBlock(byHand, { ...edits, time: "2026-02-12T15:00:01Z" });
  expect(parseDigestLog(later)).toHaveLength(4);
});

test("a session that only a memory's text names is not taken for digested", () => {
  const fake = {
    type: "learned",
    text: "x\n- session: 02J",
    file: "topics/a.md",
    said: "\n- session: 02J",
  };
  const lines = [fake as DigestLine];
  const log = appendDigestBlock(null, { ...cooking, summary: "- session: 02J", lines });
  expect(parseDigestLog(appendDigestBlock(log, { ...cooking, session: "02J" }))).toHaveLength(2);
});

test("a quote is cut at 240 characters", () => {
  const said = `${"😀".repeat(119)}ab😀 more`;
  const lines: DigestLine[] = [{ type: "learned", text: "a", file: "b", said }];
  const [block] = parseDigestLog(Buffer.from(formatDigestBlock({ ...cooking, lines })));
  expect(block?.lines[0]).toMatchObject({ said: `${"😀".repeat(119)}a…` });
});

/** Whatever could end a line, a block or a part of one. */
const pieces = fc.constantFrom(
  ..."\n|\r|\r\n|\u2028|\u2029|\u0085|\u0000|\ufeff|\u00a0| |  |\t|a|b c|é|😀|\ud800".split("|"),
  ...'## |## 2026-02-12T14:30:00Z x|# |→| → |\\→|\\|: |.md: |:|·| · |"|“|”|(|)| (x)|`|```|~~~'.split(
    "|",
  ),
  ...'<!--|-->|<script>|- |* |- session: 01J|  - said: "x"|- learned: a → b|- was: c'.split("|"),
  ..."agent x|person y|voice|es→en|, |---|===|<<<<<<< |=======|>>>>>>> |1. |> |[a]: /b|%%|#protected".split(
    "|",
  ),
);
const text = fc.oneof(
  fc.string(),
  fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join("")),
);
const said = fc
  .option(text, { nil: undefined })
  .map((words) => (words === undefined ? {} : { said: words }));
const line: fc.Arbitrary<DigestLine> = fc.oneof(
  fc
    .record({ text, file: text, said })
    .map(({ said: quote, ...rest }): DigestLine => ({ type: "learned", ...rest, ...quote })),
  fc
    .record({ text, file: text, was: text, said })
    .map(({ said: quote, ...rest }): DigestLine => ({ type: "replaced", ...rest, ...quote })),
  fc.record({ text }).map((rest): DigestLine => ({ type: "known", ...rest })),
  fc.record({ text, reason: text }).map((rest): DigestLine => ({ type: "kept", ...rest })),
  fc.record({ file: text, what: text }).map((rest): DigestLine => ({ type: "changed", ...rest })),
);
const block: fc.Arbitrary<DigestBlock> = fc.record({
  time: fc.constantFrom("2026-02-12T14:30:00+01:00", "2026-02-12T14:30Z"),
  ...{ topic: text, summary: text, session: text, agent: text },
  lines: fc.array(line, { maxLength: 4 }),
  person: fc.option(text),
  modes: fc.array(fc.oneof(text, fc.constantFrom("voice", "text")), { maxLength: 3 }),
  languages: fc.array(fc.oneof(text, fc.constantFrom("es", "pt-BR")), { maxLength: 3 }),
});

const oneLine = (words: string): string => cleanText(words).trim();
/** What the log may not lose of a line: which kind it is, and each of its texts as one line. */
const wordsOf = (one: DigestLine) =>
  Object.entries(one).flatMap(([key, words = ""]) => {
    const kept = oneLine(key === "file" ? words.replaceAll("\\", "/") : words);
    return kept === "" || key === "reason"
      ? []
      : `${key}: ${key === "said" ? kept.slice(0, 100) : kept}`;
  });
const saysSomething = (one: DigestLine): boolean =>
  oneLine("text" in one ? one.text : one.what) !== "" &&
  (!("file" in one) || oneLine(one.file) !== "");

test("parseDigestLog() gives back each block that was written and no other, whatever its texts hold", () => {
  fc.assert(
    fc.property(
      fc.array(block, { maxLength: 3 }),
      fc.constantFrom("", "\ufeff# Log\r\n", "x"),
      (blocks, head) => {
        const log = blocks.map(formatDigestBlock).join("\n");
        const read = parseDigestLog(Buffer.from(head === "" ? log : `${head}\n${log}`));
        expect(read.map(formatDigestBlock)).toEqual(blocks.map(formatDigestBlock));
        for (const [i, { lines, session }] of read.entries()) {
          const said = blocks[i]?.lines.filter((one) => saysSomething(one)) ?? [];
          expect(lines.map(wordsOf)).toEqual(said.map(wordsOf));
          expect(session === "").toBe(oneLine(blocks[i]?.session ?? "") === "");
        }
      },
    ),
    { numRuns: 2000 },
  );
});

test("appendDigestBlock() keeps all bytes and adds one block, once, whatever was there", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), block, (bytes, added) => {
      const after = appendDigestBlock(bytes, added);
      expect(after.subarray(0, bytes.length)).toEqual(Buffer.from(bytes));
      const last = parseDigestLog(after).at(-1);
      expect(last && formatDigestBlock(last)).toBe(formatDigestBlock(added));
      expect(appendDigestBlock(after, added)).toEqual(after);
    }),
  );
});

test("parseDigestLog() takes linear time", () => {
  const hostile = [
    " ".repeat(200_000),
    `- learned:${" → ".repeat(100_000)}`,
    `- kept: ${" (".repeat(200_000)}`,
  ];
  const started = cpuMs();
  for (const words of hostile)
    parseDigestLog(Buffer.from(`## 2026-02-12T14:30Z\n${words}\n${words}x`));
  expect(cpuMs() - started).toBeLessThan(2_000);
});

test("conversationPath() names a file that Loci may write", () => {
  const path = conversationPath("2026-02-12", "01JKXW");
  expect(toFilePath(path)).toBe("conversations/2026-02-12-01JKXW.md");
  for (const [date, session] of [
    ["2026-02-12", "../x"],
    ["2026-02-12", ""],
  ] as const) {
    expect(() => conversationPath(date, session)).toThrow(
      expect.objectContaining({ code: "BAD_NAME" }),
    );
  }
});

test("logPath() names a file that Loci may write", () => {
  expect(toFilePath(logPath("2026-02"))).toBe("log/2026-02.md");
  expect(
    ["log/2026-02.md", "log/2026-13.md", "log/x.md", "a/log/2026-02.md"].map(isLogPath),
  ).toEqual([true, false, false, false]);
  expect(() => logPath("../x")).toThrow(expect.objectContaining({ code: "BAD_NAME" }));
});
