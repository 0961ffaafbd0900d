import { join } from "node:path";
import { buckets, featuresOf, marksOf } from "../../src/language/gate/features.ts";
import { createGrammar, type Grammar } from "../../src/language/grammar/grammar.ts";
import { stripped } from "../../src/language/read/statements.ts";
import { languageRules } from "../../src/language/rules.ts";
import { type Example, linesOf, pack, train, type Weights } from "./regression.ts";
import { readTemplates, type Template } from "./sentences.ts";

/** The labelled sentences of the repository. */
export const sentences = join(import.meta.dirname, "sentences");
/** More questions, without a question mark, and facts that look like some. */
export const questions = join(import.meta.dirname, "questions");
const training = { buckets, epochs: 4, rate: 0.3, decay: 1e-4 } as const;

/** A model that is trained: which sentences it is to say yes to, and into how many buckets (a power of two). */
export interface Head {
  readonly buckets: number;
  readonly isPositive: (template: Template) => boolean;
}

/** What the gate keeps. */
export const gateHead: Head = { buckets, isPositive: ({ keep }) => keep };

/** That something is not, or is no more, as it was thought. */
export const changeHead: Head = {
  buckets: 2 ** 16,
  isPositive: ({ keep, kind }) => keep && (kind === "correction" || kind === "ended"),
};

/** The module that holds the weights of a model, as text. */
export const trainHead = (head: Head): string =>
  toModule(weightsOf(readTemplates(sentences), head));

/** Weights and bias, one byte each, as the text of a module. */
export function toModule(weights: Weights): string {
  return [
    "/** Made by `npm run train` from scripts/train/sentences: a weight for each bucket, from -127 to 127. */",
    "export const weights = {",
    ...linesOf(pack(weights)),
    "};",
    "",
  ].join("\n");
}

/** Trains a model on some templates. The last weight is the bias. */
export function weightsOf(templates: readonly Template[], head: Head): Weights {
  return train(examplesOf(templates, head), { ...training, buckets: head.buckets });
}

/** Each sentence as it is written and as a microphone hears it; a template's sentences share a weight. */
export function examplesOf(templates: readonly Template[], head: Head): Example[] {
  return templates.flatMap((template) => {
    const { language, sentences: all } = template;
    const keep = head.isPositive(template);
    const grammar = grammarOf(language);
    const heard = new Set(all.flatMap((text) => [text, heardAs(text)]));
    return [...heard].map((text) => {
      const bare = stripped(text, grammar);
      const found = featuresOf(bare, marksOf(bare, grammar));
      const features = found.map((feature) => feature & (head.buckets - 1));
      return { features, keep, weight: 1 / Math.sqrt(heard.size) };
    });
  });
}

const grammars = new Map(languageRules.map((rules) => [rules.code, createGrammar(rules)]));

/** The rules of a language that has some. */
export function grammarOf(language: string): Grammar {
  const grammar = grammars.get(language);
  if (grammar === undefined) throw new Error(`no rules for the language ${language}`);
  return grammar;
}

/** A sentence as a microphone hears it. */
export const heardAs = (text: string): string => text.toLowerCase().replace(/[.,!;:?¿¡]/gu, "");
