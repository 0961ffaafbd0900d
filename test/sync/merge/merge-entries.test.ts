import { describe, expect, it } from "vitest";
import { toTopicPath } from "../../../src/vault/paths.ts";
import { parseTopic, withoutSecrets } from "../../../src/vault/topic/parse-topic.ts";
import { isMarkedSecret, markedOwner } from "../../../src/vault/topic/secret-marks.ts";
import { merged, mergeTexts } from "./merging.ts";

const list = (...lines: string[]): string =>
  `# Cooking\n\n${lines.map((line) => `- ${line}\n`).join("")}`;
const [rice, tea] = ["Likes rice (2026-02-10)", "Likes tea (2026-02-11)"] as const;
const base = list(rice, tea);
const head = "---\ntitle: Cooking\n---\n\n";

describe("mergeFile() on entries", () => {
  it("keeps both where both sides edited one line, and tells so", () => {
    const [green, black] = ["Likes green tea (2026-02-11)", "Likes black tea (2026-02-11)"];
    const versions = { base, ours: list(rice, green), theirs: list(rice, black) };
    expect(mergeTexts(versions)).toMatchObject({
      text: list(rice, black, green),
      keptBoth: [
        `topics/cooking.md: one line was changed on two devices, both are kept: "- ${black}" and "- ${green}"`,
      ],
    });
  });

  it.each([
    ["[sensitivity:: secret]", "Likes green tea (2026-02-11)"],
    ["[person:: ben]", "Likes green tea (2026-02-11)"],
    ["[person:: ben] [sensitivity:: secret]", "Likes green tea (2026-02-11) [source:: talk]"],
    ["[sensitivity:: secret]", "Likes green tea (2026-02-11) [sensitivity:: normal]"],
    ["(person:: ben)", "Likes green tea (2026-02-11) #drinks ^tea1"],
    ["[sensitivity:: secret]", "Likes tea\n  without milk or sugar"],
  ])(
    "keeps the mark %s on both versions of a line that the other side edited: %s",
    (mark, edit) => {
      const [ours, theirs] = [list(rice, `${tea} ${mark}`), list(rice, edit)];
      const both = merged({ base, ours, theirs }) ?? "";
      const items = both.split(/^(?=- )/m).filter((item) => /^- Likes (?!rice)/.test(item));
      expect(items).toHaveLength(2);
      for (const item of items) {
        expect(isMarkedSecret([item])).toBe(mark.includes("secret"));
        expect(markedOwner([item])).toBe(mark.includes("ben") ? "ben" : "");
      }
      for (const side of [ours, theirs]) {
        expect(merged({ base, ours: both, theirs: side })).toBe(both);
        expect(merged({ base: side, ours: both, theirs: side })).toBe(both);
      }
    },
  );

  it("hides a line that one side put below a secret heading, though the other one's order stays", () => {
    const secret = "\n## Private [sensitivity:: secret]\n\n- pin\n";
    const ours = `${list("b", "c")}${secret}- a\n`;
    const theirs = list("a", "c", "b", "x", "y") + secret;
    const both = merged({ base: list("a", "b", "c") + secret, ours, theirs }) ?? "";
    const open = withoutSecrets(parseTopic(toTopicPath("topics/a.md"), Buffer.from(both)));
    expect(open?.entries.map(({ text }) => text)).toEqual(["c", "b", "x", "y"]);
    for (const side of [ours, theirs])
      expect(merged({ base: side, ours: both, theirs: side })).toBe(both);
  });

  it("keeps a mark on a nested line that the other side edited, and on a paragraph", () => {
    for (const line of ["- Ben\n  - pin 1\n", "Ben's pin is 1.\n"]) {
      const marked = line.replace(/\n$/, " [sensitivity:: secret]\n");
      const theirs = line.replace("1", "12");
      const both = merged({ base: line, ours: marked, theirs }) ?? "";
      expect(both).toContain("12");
      expect(both.match(/sensitivity:: secret/g)).toHaveLength(2);
    }
  });

  it.each([
    [`${tea} #protected`, `${tea} [bank:: Health]`, `${tea} [bank:: Health] #protected`],
    [`${tea} [key:: a]`, `${tea} [bank:: Health]`, `${tea} [bank:: Health] [key:: a]`],
    ["Likes tea", `${tea} #protected`, "Likes tea #protected"],
    [
      "~~Likes tea~~ (2026-02-11) [superseded:: ^k3f9x2]",
      `${tea} #protected`,
      "~~Likes tea~~ (2026-02-11) [superseded:: ^k3f9x2] #protected",
    ],
    [
      "~~Likes tea~~ (2026-02-11) [superseded:: ^b]",
      "~~Likes tea~~ (2026-02-11) [superseded:: ^a]",
      "~~Likes tea~~ (2026-02-11) [superseded:: ^b]",
    ],
    [`[x] ${tea}`, `${tea} [bank:: Health]`, `[x] ${tea} [bank:: Health]`],
    [`${tea} ^k3f9x2`, `${tea} #protected`, `${tea} #protected ^k3f9x2`],
    [
      `${tea}\n  - green`,
      `${tea} #protected\n  - black`,
      `${tea} #protected\n  - black\n  - green`,
    ],
  ])("makes one line of %j and %j", (ours, theirs, result) => {
    const texts = { base: list(rice, tea), ours: list(rice, ours), theirs: list(rice, theirs) };
    expect(mergeTexts(texts)).toMatchObject({ text: list(rice, result), keptBoth: [] });
  });

  it.each([
    [
      "takes blanks that an editor took away at line ends for no edit",
      base.replace("(2026-02-11)", "(2026-02-11)  "),
      list(rice),
      `${base}- New\n`,
      `${list(rice)}- New\n`,
    ],
    [
      "keeps both where metadata contradicts",
      base,
      base.replace("02-11)", "02-12)"),
      base.replace("02-11)", "02-13)"),
      list(rice, "Likes tea (2026-02-12)", "Likes tea (2026-02-13)"),
    ],
    [
      "lets a numbered list be renumbered while a line of it is edited",
      "1. Wash\n2. Boil\n",
      "1. Buy\n2. Wash\n3. Boil\n",
      "1. Wash\n2. Boil slowly\n",
      "1. Buy\n2. Wash\n3. Boil slowly\n",
    ],
    [
      "re-creates a file that one side deleted with what the other one added",
      head + base,
      null,
      `${head}${base}- New\n`,
      `${head}- New\n`,
    ],
  ])("%s", (_, base, ours, theirs, result) => {
    expect(merged({ base, ours, theirs })).toBe(result);
  });

  it("brings nothing back that was forgotten, and tells so", () => {
    const [secret, words] = [`${base}- Secret (2026-03-01)\n`, `${base}- Secret words\n`];
    expect(mergeTexts({ base, ours: base, theirs: secret, forgotten: ["Secret"] })).toMatchObject({
      text: base,
      keptBoth: ["Forgotten elsewhere: topics/cooking.md (1 memory)"],
    });
    const [gone, tagged] = [list(rice), base.replace("02-11)", "02-11) #protected")];
    const struck = list(rice, "~~Likes tea~~ (2026-02-11) [superseded:: ^k]", "Likes milk ^k");
    const cases: readonly (readonly [string | undefined, string, string, string])[] = [
      [base, `${base}- New\n`, secret, `${base}- New\n`],
      [undefined, base, secret, base],
      [words, words, secret, base], // An edit into those words is no new memory either.
      [
        words.replace("words", "words ^s"),
        `${base}- Secret words ^s\n`,
        `${base}- Secret ^s\n`,
        base,
      ],
      [base, secret, `${secret}- New\n`, `${secret}- New\n`], // Both have it: somebody wrote it again.
      [base, gone, tagged, tagged], // An edit of the line stands against its removal.
      [base, gone, struck, list(rice, "Likes milk ^k")], // That it was struck does not.
    ];
    for (const [old, ours, theirs, result] of cases) {
      const forgotten = ["Secret", ...(ours === gone ? ["Likes tea"] : [])];
      expect(merged({ base: old, ours, theirs, forgotten })).toBe(result);
    }
  });
});
