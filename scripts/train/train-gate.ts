import { join } from "node:path";
import { stripped } from "../../src/language/extract/sentence.ts";
import { buckets, featuresOf } from "../../src/language/gate/features.ts";
import type { ModelName } from "../../src/language/gate/score.ts";
import { createGrammar, type Grammar } from "../../src/language/grammar/grammar.ts";
import { languageRules } from "../../src/language/rules.ts";
import { type Example, pack, type Trained, train, type Weights } from "./regression.ts";
import { readTemplates, type Template } from "./sentences.ts";

/** The labelled sentences of the repository. */
export const sentences = join(import.meta.dirname, "sentences");
/** More questions, without a question mark, and facts that look like some. */
export const questions = join(import.meta.dirname, "questions");
const training = { epochs: 8, rate: 0.3, decay: 3e-5 } as const;

/** A model that is trained: which sentences it is to say yes to, and into how many buckets. */
export interface Head {
  readonly name: ModelName;
  readonly buckets: number;
  readonly isPositive: (template: Template) => boolean;
  /** How much more a sentence that it is to say yes to weighs: 1 where nothing is said. */
  readonly weight?: number;
  /** What it is never asked about is not learned from. */
  readonly isLearned?: (template: Template) => boolean;
}

/** What the gate keeps. */
export const gateHead: Head = { name: "gate", buckets, isPositive: ({ keep }) => keep };

/** That something is not, or is no more, as it was thought. */
export const changeHead: Head = {
  name: "change",
  buckets: 2 ** 16,
  isPositive: ({ keep, kind }) => keep && (kind === "correction" || kind === "ended"),
};

/** Of what is kept, what somebody likes, wants or usually does. */
const preferenceHead: Head = {
  name: "preference",
  buckets: 2 ** 16,
  isPositive: ({ kind }) => kind === "preference",
  weight: 3,
  isLearned: ({ keep }) => keep,
};

export const heads: readonly Head[] = [gateHead, changeHead, preferenceHead];

export const trainHead = (head: Head): Trained =>
  pack(head.name, weightsOf(readTemplates(sentences), head));

/** Trains a model on some templates. The last weight is the bias. */
export function weightsOf(templates: readonly Template[], head: Head): Weights {
  return train(examplesOf(templates, head), { ...training, buckets: head.buckets });
}

/** Each sentence as it is written and as a microphone hears it; a template's sentences share a weight. */
export function examplesOf(
  templates: readonly Template[],
  { isPositive, isLearned = () => true, weight = 1, ...head }: Head,
): Example[] {
  return templates.filter(isLearned).flatMap((template) => {
    const { language, sentences: all } = template;
    const grammar = grammarOf(language);
    const heard = new Set(all.flatMap((text) => [text, heardAs(text)]));
    const keep = isPositive(template);
    return [...heard].map((text) => ({
      features: featuresOf(stripped(text, [grammar])).map((feature) => feature % head.buckets),
      keep,
      weight: (keep ? weight : 1) / Math.sqrt(heard.size),
    }));
  });
}

const grammars = new Map(languageRules.map((rules) => [rules.code, createGrammar(rules)]));

/** The rules of a language that has some. */
function grammarOf(language: string): Grammar {
  const grammar = grammars.get(language);
  if (grammar === undefined) throw new Error(`no rules for the language ${language}`);
  return grammar;
}

/** A sentence as a microphone hears it. */
export const heardAs = (text: string): string => text.toLowerCase().replace(/[.,!;:?¿¡]/gu, "");
