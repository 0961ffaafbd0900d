import { describe, expect, it } from "vitest";
import { isMarkedSecret, markedOwner } from "../../../src/vault/secret-marks.ts";
import { merged, mergeTexts } from "./merging.ts";

const list = (...lines: string[]): string =>
  `# Cooking\n\n${lines.map((line) => `- ${line}\n`).join("")}`;
const [rice, tea] = ["Likes rice (2026-02-10)", "Likes tea (2026-02-11)"] as const;
const base = list(rice, tea);

describe("mergeFile() on entries", () => {
  it("keeps what both sides added, side by side, and a line that both added once", () => {
    const ours = `${base}- Both\n- Ours 1\n- Ours 2\n`;
    const theirs = `${base}- Both\n- Theirs 1\n- Theirs 2\n`;
    expect(merged({ base, ours, theirs })).toBe(
      list(rice, tea, "Both", "Ours 1", "Ours 2", "Theirs 1", "Theirs 2"),
    );
  });

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

  it("keeps a mark on a nested line that the other side edited, and on a paragraph", () => {
    for (const line of ["- Ben\n  - pin 1\n", "Ben's pin is 1.\n"]) {
      const marked = line.replace(/\n$/, " [sensitivity:: secret]\n");
      const theirs = line.replace("1", "12");
      const both = merged({ base: line, ours: marked, theirs }) ?? "";
      expect(both).toContain("12");
      expect(both.match(/sensitivity:: secret/g)).toHaveLength(2);
    }
  });

  it("honours a removal, unless the other side edited the line", () => {
    const ours = list(rice);
    expect(merged({ base, ours, theirs: `${base}- New\n` })).toBe(`${ours}- New\n`);
    const edited = base.replace("tea", "black tea");
    expect(merged({ base, ours, theirs: edited })).toBe(edited);
    // Blanks that an editor took away at line ends are no edit.
    const blank = base.replace("(2026-02-11)", "(2026-02-11)  ");
    expect(merged({ base: blank, ours, theirs: `${base}- New\n` })).toBe(`${ours}- New\n`);
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

  it("keeps both where metadata contradicts", () => {
    const [ours, theirs] = [base.replace("02-11)", "02-12)"), base.replace("02-11)", "02-13)")];
    const { text, keptBoth } = mergeTexts({ base, ours, theirs });
    expect(text).toBe(list(rice, "Likes tea (2026-02-12)", "Likes tea (2026-02-13)"));
    expect(keptBoth).toHaveLength(1);
  });

  it("lets a numbered list be renumbered while a line of it is edited", () => {
    const ours = "1. Buy\n2. Wash\n3. Boil\n";
    expect(merged({ base: "1. Wash\n2. Boil\n", ours, theirs: "1. Wash\n2. Boil slowly\n" })).toBe(
      "1. Buy\n2. Wash\n3. Boil slowly\n",
    );
  });

  it("re-creates a file that one side deleted with what the other one added", () => {
    const head = "---\ntitle: Cooking\n---\n\n";
    const file = head + base;
    expect(merged({ base: file, ours: null, theirs: `${file}- New\n` })).toBe(`${head}- New\n`);
    for (const theirs of [file, null, list(rice)])
      expect(merged({ base: file, ours: null, theirs })).toBeNull();
  });

  it("keeps a line that only one of two bases has", () => {
    const [one, two] = [list("a", "b"), list("a")];
    expect(merged({ base: [one, two], ours: one, theirs: two })).toBe(one);
  });

  it("brings nothing back that was forgotten, and tells so", () => {
    const [theirs, forgotten] = [`${base}- Secret (2026-03-01)\n`, ["Secret"]];
    expect(mergeTexts({ base, ours: base, theirs, forgotten })).toMatchObject({
      text: base,
      keptBoth: ["Forgotten elsewhere: topics/cooking.md (1 memory)"],
    });
    expect(merged({ base, ours: `${base}- New\n`, theirs, forgotten })).toBe(`${base}- New\n`);
    expect(merged({ ours: base, theirs, forgotten })).toBe(base);
    // An edit into those words is no new memory either.
    const words = `${base}- Secret words\n`;
    expect(merged({ base: words, ours: words, theirs, forgotten })).toBe(base);
    // Both have it: somebody wrote it again.
    const both = `${theirs}- New\n`;
    expect(merged({ base, ours: theirs, theirs: both, forgotten })).toBe(both);
    // An edit of the line stands against its removal; that it was struck does not.
    const [gone, tagged] = [list(rice), base.replace("02-11)", "02-11) #protected")];
    expect(merged({ base, ours: gone, theirs: tagged, forgotten: ["Likes tea"] })).toBe(tagged);
    const struck = list(rice, "~~Likes tea~~ (2026-02-11) [superseded:: ^k]", "Likes milk ^k");
    expect(merged({ base, ours: gone, theirs: struck, forgotten: ["Likes tea"] })).toBe(
      list(rice, "Likes milk ^k"),
    );
  });
});
