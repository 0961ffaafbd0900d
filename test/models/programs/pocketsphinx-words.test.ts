import { describe, expect, test } from "vitest";
import { pronounce, toNameLines } from "../../../src/models/programs/pocketsphinx-names.ts";
import {
  judgeWords,
  readWords,
  type SphinxWord,
  toText,
} from "../../../src/models/programs/pocketsphinx-words.ts";

const log = `INFO: pocketsphinx.c(1168): hey john what is i (-1)
word                 start end   pprob ascr       lscr       lback
INFO: ngram_search.c(1025): bestpath 0.00 CPU 0.000 xRT
<s>                  0     12    1.000 -139264    0          1  
john(20)             13    37    1.000 -278528    -274       2  
what                 38    90    0.900 -832512    -357       3  
<sil>                91    95    0.900 -832512    -524288    3  
is(2)                96    122   0.119 -1105920   -275       3  
[SPEECH]             123   130   0.119 -1105920   -275       3  
i                    131   161   0.307 -1092608   -1029      1  
</s>                 350   366   1.000 -1511424   -121       2  
INFO: batch.c(760): 3: 3.67 seconds speech, 0.33 seconds CPU, 0.33 seconds wall
`;
const names = new Map([["john(20)", "Loci"]]);

describe("readWords()", () => {
  test("reads the words of a log, without silence and noise", () => {
    const words = readWords(log) ?? [];
    expect(words.map(({ word }) => word)).toEqual(["john(20)", "what", "is(2)", "i"]);
    expect(words[1]).toEqual({
      word: "what",
      frames: 53,
      posterior: 0.9,
      acoustic: -832_512,
      language: -357,
    });
    expect(toText(words, names)).toBe("Loci what is I");
  });

  test("tells silence from a log without an end", () => {
    expect(readWords('ERROR: "ngram_search.c", line 1139: Couldn\'t find <s> in first')).toEqual(
      [],
    );
    expect(readWords("INFO: dict.c(336): 134723 words read\n")).toBeUndefined();
  });
});

describe("judgeWords()", () => {
  const word = (changes: Partial<SphinxWord> = {}): SphinxWord => ({
    word: "yes",
    frames: 50,
    posterior: 0.95,
    acoustic: -1_200_000,
    language: -300,
    ...changes,
  });
  const judge = (changes: Partial<SphinxWord>): number => judgeWords([word(changes)], names) ?? 0;

  test("is surer of what fits better", () => {
    expect(judge({})).toBeGreaterThan(0.8);
    expect(judge({ posterior: 0.2 })).toBeLessThan(0.5);
    expect(judge({ acoustic: -2_900_000, language: -450 })).toBeLessThan(0.5);
    expect(judge({ frames: 10, acoustic: -240_000 })).toBeLessThan(0.3);
    expect(judgeWords([], names)).toBeNull();
  });

  test("does not hold the word against a name that stands in for it", () => {
    expect(judge({ language: -900 })).toBeLessThan(0.2);
    expect(judge({ language: -900, word: "john(20)" })).toBeGreaterThan(0.8);
  });
});

describe("pronounce()", () => {
  test.each([
    ["Loci", ["L OW K IY", "L OW S IY", "L OW S AY", "L AA K IY"]],
    ["loki", ["L OW K IY", "L OW K AY"]],
    ["Rostro", ["R AA S T R OW"]],
    ["Ana", ["AE N AH"]],
    ["Mercè", ["M ER K", "M ER S"]],
    ["Jimmy", ["JH IH M IY"]],
  ])("knows how %s may be said", (name, expected) => {
    expect(pronounce(name)).toEqual(expect.arrayContaining(expected));
  });

  test("has nothing for what has no Latin letters, or hardly any, or far too many", () => {
    for (const name of ["", "x", "لوكي", "42", "a".repeat(31)]) expect(pronounce(name)).toEqual([]);
  });

  test("gives few readings, of phones that the dictionary has", () => {
    for (const name of ["Anastasia Papadopoulou", "Iaieieiai", "Xochitl", "Nguyen"]) {
      const readings = pronounce(name);
      expect(readings.length).toBeGreaterThan(0);
      expect(readings.length).toBeLessThanOrEqual(6);
      for (const reading of readings) expect(reading).toMatch(/^[A-Z]{1,2}(?: [A-Z]{1,2})*$/);
    }
  });
});

test("toNameLines() gives each pronunciation a variant of its own, and a way back", () => {
  const { lines, namesByVariant } = toNameLines(["loki", "Rostro", "لوكي"]);
  const [first = ""] = lines.split("\n");
  expect(first).toBe("john(20) L OW K IY");
  expect(namesByVariant.get("john(20)")).toBe("loki");
  expect(new Set(namesByVariant.values())).toEqual(new Set(["loki", "Rostro"]));
  expect(lines.trim().split("\n")).toHaveLength(namesByVariant.size);
});
