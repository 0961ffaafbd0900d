import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dropSources, findSpareSources } from "../../src/upkeep/tidy-sources.ts";
import { formatDigestBlock } from "../../src/vault/digest-log.ts";
import { fc } from "../fast-check.ts";
import { merged } from "../sync/merge/merging.ts";
import { useVault } from "../temp.ts";
import { filesIn, portsOf } from "./upkeep-ports.ts";

/** A log in which each session learned these. */
const logOf = (taught: Readonly<Record<string, readonly string[]>>, file = "topics/a.md"): string =>
  Object.entries(taught)
    .map(([session, texts]) =>
      formatDigestBlock({
        ...{ time: "2026-02-12T12:00:00Z", topic: "a", summary: "", session, agent: "loci" },
        ...{ person: null, modes: [], languages: [] },
        lines: texts.map((text) => ({ type: "learned", text, file }) as const),
      }),
    )
    .join("\n");

/** The file once the fields are out of its lines, and how many went. */
async function tidy(text: string, log: string) {
  const root = useVault({ "log/2026-02.md": log });
  const { changeFile } = portsOf(root);
  const file = join(root, "topics/a.md");
  const write = (bytes: string) =>
    changeFile(
      "topics/a.md" as never,
      () => ({ bytes: Buffer.from(bytes, "latin1"), result: 0 }),
      () => [],
    );
  await write(text);
  const count = await dropSources(changeFile, findSpareSources(root));
  const once = readFileSync(file, "latin1");
  expect(findSpareSources(root)).toEqual([]);
  expect(await dropSources(changeFile, findSpareSources(root))).toBe(0);
  expect(readFileSync(file, "latin1")).toBe(once);
  return { count, text: once };
}

const source = " [source:: S]";

test.each([
  ["a plain line", `- x (2026-02-01)${source}\n`],
  [
    "a line between fields and tags",
    `- x (2026-02-01) [bank:: Health]${source} [key:: k] #tag ^id\n`,
  ],
  [
    "a file with a BOM and other line ends",
    `\u00ef\u00bb\u00bf# A\r\n\r\n* x (2026-02-01)${source}\r\n`,
  ],
  ["odd blanks and a field in capitals", "1.  x   (2026-02-01)   [Source:: S]  \n"],
  ["what is struck", `- ~~x~~ (2026-02-01)${source} [superseded:: ^k]\n- y ^k\n`],
  [
    "a line with notes below it",
    `- x (2026-02-01)${source}\n  - said [source:: S] on a walk\n\n  more\n`,
  ],
  ["words that look like it", `- x (2026-02-01)${source}\n\nA note [source:: S]\n`],
  ["a session that was digested in parts", "- x (2026-02-01) [source:: S#12]\n"],
  ["a line that runs on", `- x\n  (2026-02-01)${source}\n`],
  ["letters that are no UTF-8", `- x (2026-02-01)${source}\n- caf\u00e9 \u00ff\n`],
])("the field goes out of %s, and no other byte", async (_, text) => {
  const { count, text: left } = await tidy(text, logOf({ "S#3": ["x"] }));
  expect(count).toBe(1);
  expect(left).toBe(
    text.replace(/ {1,3}\[source:: S(?:#12)?\]/i, (all) =>
      all.slice(0, -"[source:: S]".length - (all.includes("#") ? 3 : 0) - 1),
    ),
  );
});

test.each([
  ["another session's", `- x${source}\n`, logOf({ T: ["x"] })],
  ["in no log", `- x${source}\n`, logOf({ S: ["y"] })],
  ["reworded by hand", `- x and more${source}\n`, logOf({ S: ["x"] })],
  ["of two sessions", `- x${source}\n`, logOf({ S: ["x"], T: ["x"] })],
  ["one of two alike", `- x (2026-02-01)${source}\n- x (2026-02-01) #mine\n`, logOf({ S: ["x"] })],
  ["dated behind the log", `- x (2026-03-01)${source}\n`, logOf({ S: ["x"] })],
])("the field stays in a line that is %s", async (_, text, log) => {
  expect(await tidy(text, log)).toEqual({ count: 0, text });
});

test("every other byte of a file stays, whatever it holds, and a second time changes nothing", async () => {
  const line = fc.oneof(
    fc.constantFrom("", "# A", "  more", "> x [source:: S]", "```", "- y", "prose [source:: S]"),
    fc
      .constantFrom("x", "é", "x → y", "[link](u)", "`x`", "#tag x")
      .map((text) => `- ${text} (2026-02-01)${source}`),
    fc
      .string({ unit: "binary-ascii", maxLength: 12 })
      .map((text) => `- ${text.replace(/[\r\n]/g, "")}${source}`),
  );
  const texts = ["x", "é", "x → y", "[link](u)", "`x`", "#tag x", "y"];
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { maxLength: 8 }),
      fc.constantFrom("\n", "\r\n"),
      async (lines, eol) => {
        const before = Buffer.from(lines.map((one) => one + eol).join("")).toString("latin1");
        const { count, text } = await tidy(before, logOf({ S: texts }));
        const isOnlyCut = (now: string, was: string): boolean =>
          now === was || now === was.replace(source, "");
        const [now, was] = [text.split("\n"), before.split("\n")];
        expect(now).toHaveLength(was.length);
        expect(now.every((one, at) => isOnlyCut(one, was[at] ?? ""))).toBe(true);
        expect(now.filter((one, at) => one !== was[at])).toHaveLength(count);
      },
    ),
    { numRuns: 40 },
  );
});

test("two devices that both do it agree, and what one of them does to a line meanwhile stays", () => {
  const [first, second] = ["- One (2026-02-01)", "- Two (2026-02-02)"];
  const lines = (one: string, two: string): string => `# A\n\n${one}${two}`;
  const base = lines(`${first}${source}\n`, `${second}${source}\n`);
  const bare = lines(`${first}\n`, `${second}\n`);
  expect(merged({ base, ours: bare, theirs: bare })).toBe(bare);
  const edits = ["- Two and a half (2026-02-02)", "- [x] Two (2026-02-02)", `${second} [bank:: B]`];
  for (const edit of edits) {
    // The field stays in what was edited, until somebody asks again: of other words the log says nothing.
    const theirs = lines(`${first}${source}\n`, `${edit}${source}\n`);
    const wanted = lines(`${first}\n`, `${edit}${source}\n`);
    expect(merged({ base, ours: bare, theirs })).toBe(wanted);
  }
  const removed = lines(`${first}${source}\n`, "");
  expect(merged({ base, ours: bare, theirs: removed })).toBe(lines(`${first}\n`, ""));
});

test("a vault without any such line is only looked through", () => {
  const root = useVault({ "topics/a.md": "- x\n", "log/2026-02.md": logOf({ S: ["x"] }) });
  expect(findSpareSources(root)).toEqual([]);
  expect(filesIn(root)).toEqual({ "topics/a.md": "- x\n" });
});
