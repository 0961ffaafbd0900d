import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { askBuckets, askFeaturesOf } from "../../src/language/gate/asks.ts";
import {
  buckets,
  featuresOf,
  subjectBuckets,
  subjectFeaturesOf,
} from "../../src/language/gate/features.ts";
import { healthBuckets, healthFeaturesOf } from "../../src/language/gate/health.ts";
import type { ModelName } from "../../src/language/gate/score.ts";
import { grammarOf } from "../../src/language/grammar/grammar.ts";
import { type Kind, kinds } from "../../src/language/kind/kind.ts";
import { behindStart } from "../../src/language/read/sentences.ts";
import { type Example, pack, type Trained, type Training, train } from "./regression.ts";
import { readTemplates, type Template } from "./sentences.ts";

/** A linear model over the words of a sentence: what it learns from, and what it is to say yes to. */
export interface Head {
  readonly name: ModelName;
  readonly training: Training;
  readonly templates: readonly Template[];
  readonly isYes: (template: Template) => boolean;
  /** How much the sentences of a template weigh together. */
  readonly weightOf: (template: Template) => number;
  readonly featuresOf: (text: string, language: string) => Uint32Array;
  /** Whether it learns sentences as they are written too, and not only as a microphone hears them. */
  readonly isWritten: boolean;
  /** Log-odds that count as no; negative ones count as yes. */
  readonly doubt?: number;
}

const read = (folder: string): Template[] => readTemplates(join(import.meta.dirname, folder));

/** The labelled sentences of the repository. */
export const sentences = read("sentences");
/** More questions, without a question mark, and facts that look like some. */
export const questions = read("questions");

/** What the gate keeps, and what others say of a sentence by the same features. */
const gate: Head = {
  name: "gate",
  training: { buckets, epochs: 8, rate: 0.3, decay: 3e-5 },
  templates: sentences,
  isYes: ({ keep }) => keep,
  weightOf: () => 1,
  featuresOf: (text, language) => {
    const grammar = grammarOf(language);
    return featuresOf(behindStart(text, grammar === undefined ? [] : [grammar]).rest);
  },
  isWritten: true,
};

/** That something is not, or is no more, as it was thought. */
const change: Head = {
  ...gate,
  name: "change",
  training: { ...gate.training, buckets: 2 ** 16 },
  isYes: ({ keep, kind }) => keep && (kind === "correction" || kind === "ended"),
};

/** Of what is kept, what somebody likes, wants or usually does. */
const preference: Head = {
  ...gate,
  name: "preference",
  training: change.training,
  templates: sentences.filter(({ keep }) => keep),
  isYes: ({ kind }) => kind === "preference",
  weightOf: ({ kind }) => (kind === "preference" ? 3 : 1),
};

/** What tells a question; there are ten times as many sentences that ask nothing. */
const asks: Head = {
  name: "asks",
  training: { buckets: askBuckets, epochs: 4, rate: 0.3, decay: 1e-3 },
  templates: [...sentences, ...questions],
  isYes: ({ kind }) => kind === "question",
  weightOf: ({ kind }) => (kind === "question" ? 10 : 1),
  featuresOf: askFeaturesOf,
  isWritten: false,
};

/** What is kept and about one thing, and words that tell by themselves what a line is about. */
const about = [
  ...sentences.filter(({ keep, subject }) => keep && subject !== "any"),
  ...readWords(join(import.meta.dirname, "words")),
];

/** A file a language of lines `SUBJECT = a, b`. */
function readWords(folder: string): Template[] {
  const files = readdirSync(folder).sort();
  return files.flatMap((name) => {
    const lines = readFileSync(join(folder, name), "utf8").matchAll(/^(\w+) = (.+)$/gmu);
    return [...lines].flatMap(([, subject = "", list = ""]) =>
      list.split(", ").map((word) => {
        const template = { language: name.slice(0, 2), keep: true, kind: "word", subject };
        return { ...template, sentences: [word] };
      }),
    );
  });
}

/** One kind against the rest; the rare ones weigh as much as the common ones. */
function aboutKind(kind: Kind): Head {
  const isYes = ({ subject }: Template): boolean => subject === kind;
  const count = (templates: readonly Template[]): number =>
    templates.reduce((sum, template) => sum + textsOf(template, false).length, 0);
  const rarity = count(about) / count(about.filter(isYes)) / (kinds.length - 1);
  return {
    name: `about ${kind}`,
    training: { buckets: subjectBuckets, epochs: 6, rate: 0.6, decay: 2e-3 },
    templates: about,
    isYes,
    weightOf: (template) => (isYes(template) ? rarity : 1),
    featuresOf: subjectFeaturesOf,
    isWritten: false,
  };
}

const ofHealth = readTemplates(join(import.meta.dirname, "sentences/health"), 60);

/** An appointment or the telephone of a doctor is none. */
const isHealth = ({ keep, kind, subject }: Template): boolean =>
  keep && subject === "health" && /^(?:health|event|correction|ended)$/.test(kind);

const isOther = ({ keep, kind, subject }: Template): boolean =>
  keep
    ? /^(?:people|work|home|food|hobbies|travel|car|school|money)$/.test(subject)
    : /^(?:command|knowledge|courtesy|joke|room|nothing|opinion|chat|doubt)$/.test(kind);

/** What tells of somebody's health. A sentence that is missed may leave this device, so some doubt counts as yes. */
const health: Head = {
  name: "health",
  training: { buckets: healthBuckets, epochs: 8, rate: 0.3, decay: 1e-4 },
  doubt: -0.4,
  templates: [...ofHealth, ...sentences.filter(isHealth), ...sentences.filter(isOther)],
  isYes: ({ keep, subject }) => keep && subject === "health",
  weightOf: (template) => (ofHealth.includes(template) ? 2 : isHealth(template) ? 1 : 0.2),
  featuresOf: healthFeaturesOf,
  isWritten: true,
};

export const heads = [gate, change, preference, asks, ...kinds.map(aboutKind), health];

export function trainHead(head: Head): Trained {
  const weights = train(examplesOf(head.templates, head), head.training);
  const bias = head.training.buckets;
  weights[bias] = (weights[bias] ?? 0) - (head.doubt ?? 0);
  return pack(head.name, weights);
}

/** What a head learns of templates. */
const examplesOf = (templates: readonly Template[], head: Head): Example[] =>
  templates.flatMap((template) => {
    const texts = textsOf(template, head.isWritten);
    const weight = head.weightOf(template) / Math.sqrt(texts.length);
    return texts.map((text) => {
      const found = head.featuresOf(text, template.language);
      const features = found.map((feature) => feature % head.training.buckets);
      return { features, keep: head.isYes(template), weight };
    });
  });

/** A microphone hears neither capital letters nor marks. */
function textsOf({ sentences: all }: Template, isWritten: boolean): string[] {
  const heardAs = (text: string): string => text.toLowerCase().replace(/[.,!;:?¿¡]/gu, "");
  return [...new Set(all.flatMap((text) => [...(isWritten ? [text] : []), heardAs(text)]))];
}
