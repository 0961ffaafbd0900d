import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { heads, questions, sentences, trainHead } from "../../../scripts/train/heads.ts";
import { toFile } from "../../../scripts/train/regression.ts";
import { trainAnswers } from "../../../scripts/train/train-answers.ts";
import { trainPairs } from "../../../scripts/train/train-pairs.ts";
import { kinds } from "../../../src/language/kind/kind.ts";

test("npm run train makes the weights that are committed, to the byte", {
  timeout: 600_000,
}, () => {
  const folder = new URL("../../../src/language/", import.meta.url);
  const models = [...heads.map(trainHead), trainPairs()];
  expect(toFile(models).equals(readFileSync(new URL("gate/weights.bin", folder)))).toBe(true);
  expect(trainAnswers()).toBe(readFileSync(new URL("reply/answer-weights.ts", folder), "utf8"));
});

test("each line says what it is about with a word that there is, each kind in each language", () => {
  const subjects = sentences.map(({ language, subject }) => [language, subject]);
  const known = new Set<string>([...kinds, "none", "any"]);
  expect(subjects.filter(([, subject = ""]) => !known.has(subject))).toEqual([]);
  for (const language of ["en", "es", "ca", "pt", "fr", "de"]) {
    for (const kind of kinds) {
      const own = subjects.filter(([l, subject]) => l === language && subject === kind);
      expect([language, kind, own.length > 15]).toEqual([language, kind, true]);
    }
  }
});

test("the labelled sentences say both of each language, and none says both of one sentence", () => {
  const templates = [...sentences, ...questions];
  const labels = new Map<string, boolean>();
  for (const { keep, sentences: all } of templates) {
    for (const text of all) {
      expect([text, labels.get(text) ?? keep]).toEqual([text, keep]);
      labels.set(text, keep);
    }
  }
  for (const language of ["en", "es", "ca", "pt", "fr", "de"]) {
    const own = templates.filter((template) => template.language === language);
    expect(own.filter(({ keep }) => keep).length).toBeGreaterThan(1000);
    expect(own.filter(({ keep }) => !keep).length).toBeGreaterThan(1000);
  }
});
