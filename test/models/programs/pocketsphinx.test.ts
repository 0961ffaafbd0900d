import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  createPocketSphinx,
  judgeWords,
  type PocketSphinxOptions,
  readWords,
  type SphinxWord,
} from "../../../src/models/programs/pocketsphinx.ts";
import { useTempFolder } from "../../temp.ts";
import { forever } from "../collect-speech.ts";
import { failureOf } from "../failure-of.ts";

const hints = { languages: ["en"], keywords: [] };

describe("createPocketSphinx() says in one sentence what failed when", () => {
  const pcm = new Int16Array(16_000);
  /** A program in place of PocketSphinx, and a model that is none. */
  const fake = (script: string): PocketSphinxOptions => {
    const folder = useTempFolder();
    const program = join(folder, "sphinx");
    writeFileSync(program, `#!/bin/sh\n${script}\n`);
    chmodSync(program, 0o755);
    const model = join(folder, "model");
    mkdirSync(model);
    writeFileSync(join(model, "cmudict-en-us.dict"), "john JH AA N\n");
    return { program, model };
  };
  const failure = (options: PocketSphinxOptions) =>
    failureOf(createPocketSphinx(options).transcribe(pcm, hints, forever));

  test("the program or its model is missing", async () => {
    const error = await failure({ ...fake(""), program: "no-such-sphinx" });
    expect(error.message).toBe(
      'Cannot transcribe with "no-such-sphinx": it is not installed; install it with: apt install pocketsphinx pocketsphinx-en-us',
    );
    const { data } = await failure({ ...fake(""), model: "/no/such/model" });
    expect(data.reason).toBe("missing");
  });

  test("it fails, hangs, dies or says nothing", async () => {
    const fails = await failure(
      fake("echo 'ERROR: \"cmd_ln.c\", line 607: Unknown argument' >&2; exit 1"),
    );
    expect(fails.message).toMatch(/it ended with 1: ERROR: .* Unknown argument\)/);
    const hangs = { ...fake("trap '' TERM; while :; do sleep 0.1; done"), ms: 100 };
    expect((await failure(hangs)).data.reason).toBe("timeout");
    expect((await failure(fake("kill -9 $$"))).message).toMatch(/it ended with a signal/);
    expect((await failure(fake("exit 0"))).message).toMatch(/it ended without a result/);
  });

  test("and keeps what was said in a file of memory without a name", async () => {
    const error = await failure(fake("readlink /proc/self/fd/3 >&2; exit 1"));
    expect(error.message).toMatch(/it ended with 1: \/dev\/shm\/loci-\S+ \(deleted\)/);
  });
});

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
