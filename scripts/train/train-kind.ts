import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { subjectBuckets, subjectFeaturesOf } from "../../src/language/gate/features.ts";
import { type Kind, kinds } from "../../src/language/kind/kinds.ts";
import { pack, type Trained, train, type Weights } from "./regression.ts";
import { readTemplates, type Template } from "./sentences.ts";
import { heardAs, sentences } from "./train-gate.ts";

/** Words that tell by themselves what a line is about, a file a language. */
const words = join(import.meta.dirname, "words");
const training = { buckets: subjectBuckets, epochs: 6, rate: 0.6, decay: 2e-3 } as const;

/** A text and what it is about: a kind, or `none`. */
interface About {
  readonly text: string;
  readonly subject: string;
  readonly weight: number;
}

/** A model for each kind. */
export function trainKinds(): Trained[] {
  const models = weightsOf([...aboutOf(readTemplates(sentences)), ...readWords()]);
  return models.map(([kind, weights]) => pack(`about ${kind}`, weights));
}

/** One against the rest for each kind; the rare ones weigh as much as the common ones. */
function weightsOf(texts: readonly About[]): [Kind, Weights][] {
  const examples = texts.map((about) => ({ ...about, features: subjectFeaturesOf(about.text) }));
  return kinds.map((kind): [Kind, Weights] => {
    const own = texts.filter(({ subject }) => subject === kind).length;
    const rarity = texts.length / own / (kinds.length - 1);
    const labelled = examples.map(({ features, subject, weight }) => {
      const keep = subject === kind;
      return { features, keep, weight: keep ? weight * rarity : weight };
    });
    return [kind, train(labelled, training)];
  });
}

/** What is kept and about one thing, as a microphone hears it; a template's sentences share a weight. */
function aboutOf(templates: readonly Template[]): About[] {
  return templates
    .filter(({ keep, subject }) => keep && subject !== "any")
    .flatMap(({ subject, sentences: all }) => {
      const heard = new Set(all.map(heardAs));
      return [...heard].map((text) => ({ text, subject, weight: 1 / Math.sqrt(heard.size) }));
    });
}

/** The words that tell a subject, each for itself. */
function readWords(): About[] {
  const texts = readdirSync(words)
    .sort()
    .map((name) => readFileSync(join(words, name), "utf8"));
  return texts
    .join("\n")
    .split("\n")
    .flatMap((line) => {
      const [, subject = "", list = ""] = /^(\w+) = (.+)$/u.exec(line) ?? [];
      return list === "" ? [] : list.split(", ").map((text) => ({ text, subject, weight: 1 }));
    });
}
