import { join } from "node:path";
import { healthBuckets, healthFeaturesOf } from "../../src/language/gate/health.ts";
import { type Example, pack, type Trained, type Training, train } from "./regression.ts";
import { readTemplates, type Template } from "./sentences.ts";
import { heardAs, sentences } from "./train-gate.ts";

const training: Training = { buckets: healthBuckets, epochs: 8, rate: 0.3, decay: 1e-4 };
const maxSamples = 60;
/** Log-odds below which a sentence is about nobody's health: a false alarm takes words out of a prompt. */
const threshold = 0.25;

/** What tells of somebody's health. */
export function trainHealth(): Trained {
  const weights = train(healthExamples(), training);
  weights[healthBuckets] = (weights[healthBuckets] ?? 0) - threshold;
  return pack("health", weights);
}

/** The sentences of `sentences/health`, and of the gate's what is clearly about health or clearly about something else. */
function healthExamples(): Example[] {
  const others = readTemplates(sentences);
  return [
    ...readTemplates(join(sentences, "health"), maxSamples).flatMap((one) =>
      toExamples(one, one.keep, 2),
    ),
    ...others.filter(isHealth).flatMap((one) => toExamples(one, true, 1)),
    ...others.filter(isOther).flatMap((one) => toExamples(one, false, 0.2)),
  ];
}

/** An appointment or the telephone of a doctor is none. */
const isHealth = ({ keep, kind, subject }: Template): boolean =>
  keep && subject === "health" && /^(?:health|event|correction|ended)$/.test(kind);

const isOther = ({ keep, kind, subject }: Template): boolean =>
  keep
    ? /^(?:people|work|home|food|hobbies|travel|car|school|money)$/.test(subject)
    : /^(?:command|knowledge|courtesy|joke|room|nothing|opinion|chat|doubt)$/.test(kind);

/** As it is written, and as a microphone hears it. */
function toExamples({ sentences: all }: Template, keep: boolean, share: number): Example[] {
  const heard = new Set(all.flatMap((text) => [text, heardAs(text)]));
  const weight = share / Math.sqrt(heard.size);
  return [...heard].map((text) => ({ features: healthFeaturesOf(text), keep, weight }));
}
