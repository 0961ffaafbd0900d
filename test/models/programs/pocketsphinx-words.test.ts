import { expect, test } from "vitest";
import {
  judgeWords,
  readWords,
  type SphinxWord,
} from "../../../src/models/programs/pocketsphinx.ts";

const log = `INFO: pocketsphinx.c(1168): hey john what is i (-1)
word                 start end   pprob ascr       lscr       lback
INFO: ngram_search.c(1025): bestpath 0.00 CPU 0.000 xRT
<s>                  0     12    1.000 -139264    0          1
what                 38    90    0.900 -832512    -357       3
<sil>                91    95    0.900 -832512    -524288    3
is(2)                96    122   0.119 -1105920   -275       3
[SPEECH]             123   130   0.119 -1105920   -275       3
</s>                 350   366   1.000 -1511424   -121       2
INFO: batch.c(760): 3: 3.67 seconds speech, 0.33 seconds CPU, 0.33 seconds wall`;

test("readWords() reads the words of a log, without silence and noise", () => {
  expect(readWords(log.split("\n"))).toMatchObject([
    { word: "what", frames: 53, posterior: 0.9, acoustic: -832_512, language: -357 },
    { word: "is" },
  ]);
  const silent = 'ERROR: "ngram_search.c", line 1139: Couldn\'t find <s> in first';
  expect(readWords([silent])).toEqual([]);
  expect(readWords(["INFO: dict.c(336): 134723 words read"])).toBeUndefined();
});

test("judgeWords() is surer of what fits better", () => {
  const usual = { word: "yes", frames: 50, posterior: 0.95, acoustic: -1_200_000, language: -300 };
  const judge = (changes: Partial<SphinxWord>): number =>
    judgeWords([{ ...usual, ...changes }]) ?? 0;
  expect(judge({})).toBeGreaterThan(0.8);
  expect(judge({ posterior: 0.2 })).toBeLessThan(0.5);
  expect(judge({ acoustic: -2_900_000, language: -450 })).toBeLessThan(0.5);
  expect(judge({ frames: 10, acoustic: -240_000 })).toBeLessThan(0.3);
  expect(judgeWords([])).toBeNull();
});
