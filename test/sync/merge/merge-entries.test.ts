import { describe, expect, it } from "vitest";
import { isMarkedSecret, markedOwner } from "../../../src/vault/secret-marks.ts";
import { merged, mergeTexts } from "./merging.ts";

const list = (...lines: string[]): string =>
  `# Cooking\n\n${lines.map((line) => `- ${line}\n`).join("")}`;
const base = list("Likes rice (2026-02-10)", "Likes tea (2026-02-11)");

describe("mergeFile() on entries", () => {
  it("keeps what both sides added, by date", () => {
    const ours = list("Likes rice (2026-02-10)", "Likes tea (2026-02-11)", "Ours (2026-03-02)");
    const theirs = list("Likes rice (2026-02-10)", "Likes tea (2026-02-11)", "Theirs (2026-03-01)");
    expect(merged({ base, ours, theirs })).toBe(
      list(
        "Likes rice (2026-02-10)",
        "Likes tea (2026-02-11)",
        "Theirs (2026-03-01)",
        "Ours (2026-03-02)",
      ),
    );
  });

  it("writes a line that both sides added once", () => {
    const both = list("Likes rice (2026-02-10)", "Likes tea (2026-02-11)", "New");
    expect(merged({ base, ours: both, theirs: both.replace("New\n", "New\n- Newer\n") })).toBe(
      both.replace("New\n", "New\n- Newer\n"),
    );
  });

  it("keeps both where both sides edited one line, and tells so", () => {
    const { text, keptBoth } = mergeTexts({
      base,
      ours: list("Likes rice (2026-02-10)", "Likes green tea (2026-02-11)"),
      theirs: list("Likes rice (2026-02-10)", "Likes black tea (2026-02-11)"),
    });
    expect(text).toBe(
      list(
        "Likes rice (2026-02-10)",
        "Likes black tea (2026-02-11)",
        "Likes green tea (2026-02-11)",
      ),
    );
    expect(keptBoth).toEqual([
      'topics/cooking.md: one line was changed on two devices, both are kept: "- Likes black tea (2026-02-11)" and "- Likes green tea (2026-02-11)"',
    ]);
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
      const ours = list("Likes rice (2026-02-10)", `Likes tea (2026-02-11) ${mark}`);
      const theirs = list("Likes rice (2026-02-10)", edit);
      const both = merged({ base, ours, theirs }) ?? "";
      const items = both
        .split(/^(?=- )/m)
        .filter((item) => item.startsWith("- Likes") && !item.includes("rice"));
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
    for (const [old, marked, edited] of [
      ["- Ben\n  - pin 1\n", "- Ben\n  - pin 1 [sensitivity:: secret]\n", "- Ben\n  - pin 12\n"],
      ["Ben's pin is 1.\n", "Ben's pin is 1. [sensitivity:: secret]\n", "Ben's pin is 12.\n"],
    ] as const) {
      const both = merged({ base: old, ours: marked, theirs: edited }) ?? "";
      expect(both).toContain("12");
      expect(both.match(/sensitivity:: secret/g)).toHaveLength(2);
    }
  });

  it("honours a removal, unless the other side edited the line", () => {
    const ours = list("Likes rice (2026-02-10)");
    expect(merged({ base, ours, theirs: `${base}- New\n` })).toBe(`${ours}- New\n`);
    expect(merged({ base, ours, theirs: base.replace("tea", "black tea") })).toBe(
      base.replace("tea", "black tea"),
    );
    // Blanks that an editor took away at line ends are no edit.
    const blank = base.replace("(2026-02-11)", "(2026-02-11)  ");
    expect(merged({ base: blank, ours, theirs: `${base}- New\n` })).toBe(`${ours}- New\n`);
  });

  it("honours what both sides removed", () => {
    expect(
      merged({
        base,
        ours: list("Likes rice (2026-02-10)"),
        theirs: list("Likes tea (2026-02-11)"),
      }),
    ).toBe("# Cooking\n");
  });

  it.each([
    [
      "a tag and a field",
      "tea (2026-02-11) #protected",
      "tea (2026-02-11) [bank:: Health]",
      "tea (2026-02-11) [bank:: Health] #protected",
    ],
    [
      "two fields",
      "tea (2026-02-11) [key:: drink]",
      "tea (2026-02-11) [bank:: Health]",
      "tea (2026-02-11) [bank:: Health] [key:: drink]",
    ],
    ["a date that went and a tag", "tea", "tea (2026-02-11) #protected", "tea #protected"],
    [
      "a stroke and a tag",
      "~~Likes tea~~ (2026-02-11) [superseded:: ^k3f9x2]",
      "tea (2026-02-11) #protected",
      "~~Likes tea~~ (2026-02-11) [superseded:: ^k3f9x2] #protected",
    ],
    [
      "two strokes",
      "~~Likes tea~~ (2026-02-11) [superseded:: ^b]",
      "~~Likes tea~~ (2026-02-11) [superseded:: ^a]",
      "~~Likes tea~~ (2026-02-11) [superseded:: ^b]",
    ],
    [
      "a checkbox and a field",
      "[x] Likes tea (2026-02-11)",
      "tea (2026-02-11) [bank:: Health]",
      "[x] Likes tea (2026-02-11) [bank:: Health]",
    ],
    [
      "a block id and a tag",
      "tea (2026-02-11) ^k3f9x2",
      "tea (2026-02-11) #protected",
      "tea (2026-02-11) #protected ^k3f9x2",
    ],
  ])("makes one line of %s", (_, ours, theirs, result) => {
    const line = (words: string): string =>
      list("Likes rice", words.startsWith("tea") ? `Likes ${words}` : words);
    const texts = mergeTexts({
      base: line("tea (2026-02-11)"),
      ours: line(ours),
      theirs: line(theirs),
    });
    expect(texts.text).toBe(line(result));
    expect(texts.keptBoth).toEqual([]);
  });

  it("keeps both where metadata contradicts", () => {
    const [ours, theirs] = [base.replace("02-11)", "02-12)"), base.replace("02-11)", "02-13)")];
    const { text, keptBoth } = mergeTexts({ base, ours, theirs });
    expect(text).toBe(
      list("Likes rice (2026-02-10)", "Likes tea (2026-02-12)", "Likes tea (2026-02-13)"),
    );
    expect(keptBoth).toHaveLength(1);
  });

  it("merges nested lines of one entry", () => {
    const nested = "- Trip\n  - pack shoes\n";
    expect(
      merged({
        base: nested,
        ours: nested.replace("Trip", "Trip #protected"),
        theirs: `${nested}  - buy tickets\n`,
      }),
    ).toBe("- Trip #protected\n  - pack shoes\n  - buy tickets\n");
    expect(
      merged({ base: nested, ours: `${nested}  - a map\n`, theirs: `${nested}  - tickets\n` }),
    ).toBe("- Trip\n  - pack shoes\n  - a map\n  - tickets\n");
  });

  it("lets a numbered list be renumbered while a line of it is edited", () => {
    const numbered = "1. Wash\n2. Boil\n";
    expect(
      merged({
        base: numbered,
        ours: "1. Buy\n2. Wash\n3. Boil\n",
        theirs: numbered.replace("Boil", "Boil slowly"),
      }),
    ).toBe("1. Buy\n2. Wash\n3. Boil slowly\n");
  });

  it("keeps two entries with the same block id as both wrote them", () => {
    const [ours, theirs] = [`${base}- Ours ^k3f9x2\n`, `${base}- Theirs ^k3f9x2\n`];
    expect(merged({ base, ours, theirs })).toBe(`${base}- Ours ^k3f9x2\n- Theirs ^k3f9x2\n`);
  });

  it("leaves a block id to the line that the base has", () => {
    const known = `${base}- Zebra ^k3f9x2\n`;
    const ours = known.replace("Zebra ^k3f9x2", "Zebra ^k3f9x2\n- More");
    const theirs = `${base}- Apple ^k3f9x2\n- Zebra ^k3f9x2\n`;
    // One side has both: that is someone's own writing.
    expect(merged({ base: known, ours, theirs })).toBe(
      `${base}- Apple ^k3f9x2\n- Zebra ^k3f9x2\n- More\n`,
    );
  });

  it("takes the order of the side that sorted, with what the other added", () => {
    const abc = list("c", "a", "b");
    expect(
      merged({ base: abc, ours: list("a", "b", "c"), theirs: list("c", "new", "a", "b") }),
    ).toBe(list("a", "b", "c", "new"));
    const both = merged({ base: abc, ours: list("a", "b", "c"), theirs: list("b", "c", "a") });
    expect(both?.split("\n").sort()).toEqual(abc.split("\n").sort());
  });

  it("re-creates a file that one side deleted with what the other one added", () => {
    const file = `---\ntitle: Cooking\n---\n\n${base}`;
    expect(merged({ base: file, ours: null, theirs: `${file}- New\n` })).toBe(
      "---\ntitle: Cooking\n---\n\n- New\n",
    );
    expect(merged({ base: file, ours: null, theirs: file })).toBeNull();
    expect(merged({ base: file, ours: null, theirs: null })).toBeNull();
    expect(merged({ base: file, ours: null, theirs: list("Likes rice (2026-02-10)") })).toBeNull();
    expect(merged({ base: "", ours: "", theirs: null })).toBeNull();
  });

  it("makes one file of two that were begun under one name", () => {
    expect(
      merged({
        base: null,
        ours: "---\ntitle: Tea\n---\n\n# Tea\n\n- Green (2026-02-10)\n",
        theirs: "---\ntitle: Tea\n---\n\n# Tea\n\n- Black (2026-02-11)\n",
      }),
    ).toBe("---\ntitle: Tea\n---\n\n# Tea\n\n- Green (2026-02-10)\n- Black (2026-02-11)\n");
  });

  it("keeps a line that only one of two bases has", () => {
    const [one, two] = [list("a", "b"), list("a")];
    expect(merged({ base: [one, two], ours: list("a", "b"), theirs: list("a") })).toBe(
      list("a", "b"),
    );
    expect(merged({ base: [one, one], ours: list("a", "b", "c"), theirs: list("a") })).toBe(
      list("a", "c"),
    );
  });

  it("brings nothing back that was forgotten", () => {
    const theirs = `${base}- Secret (2026-03-01)\n`;
    const forgotten = ["Secret"];
    expect(merged({ base, ours: base, theirs, forgotten })).toBe(base);
    expect(merged({ base, ours: `${base}- New\n`, theirs, forgotten })).toBe(`${base}- New\n`);
    expect(merged({ ours: base, theirs, forgotten })).toBe(base);
    // Both have it: somebody wrote it again.
    expect(merged({ base, ours: theirs, theirs: `${theirs}- New\n`, forgotten })).toBe(
      `${theirs}- New\n`,
    );
    // An edit of the line stands against its removal; that it was struck does not.
    const [gone, forgottenTea] = [list("Likes rice (2026-02-10)"), ["Likes tea"]];
    const tagged = base.replace("02-11)", "02-11) #protected");
    expect(merged({ base, ours: gone, theirs: tagged, forgotten: forgottenTea })).toBe(tagged);
    const struck = base.replace(
      "Likes tea (2026-02-11)",
      "~~Likes tea~~ (2026-02-11) [superseded:: ^k]\n- Likes milk ^k",
    );
    expect(merged({ base, ours: gone, theirs: struck, forgotten: forgottenTea })).toBe(
      list("Likes rice (2026-02-10)", "Likes milk ^k"),
    );
  });
});
