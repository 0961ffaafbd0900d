import type { Conclusion, ExtractAnswer } from "../../models/task.ts";
import type { Grammar } from "../grammar/grammar.ts";
import { contentOf } from "../read/content.ts";
import { capital } from "../text/letters.ts";
import type { Walk } from "./walk.ts";

const summaryLength = 80;
const intentLength = 60;
const maxIntents = 5;

/** What a conversation was about, by selection of the person's own words. */
export function gistOf(
  { spoken, asked }: Pick<Walk, "spoken" | "asked">,
  conclusions: readonly Conclusion[],
  grammars: readonly Grammar[],
): Omit<ExtractAnswer, "conclusions"> {
  const secret = conclusions
    .filter((c) => c.sensitivity === "secret")
    .map((c) => c.text.toLowerCase());
  const open = (text: string) =>
    !secret.some((s) => s.includes(text.toLowerCase()) || text.toLowerCase().includes(s));
  const texts = conclusions.filter((c) => c.sensitivity !== "secret").map((c) => c.text);
  const sentences = [...texts, ...asked, ...spoken].filter(open);
  const counts = countWords(sentences, grammars);
  return {
    summary: summaryOf(sentences, counts, grammars),
    sentiment: sentimentOf([...spoken, ...asked], grammars),
    intents: [...new Set(asked.filter(open).map((text) => cut(capital(text), intentLength)))].slice(
      0,
      maxIntents,
    ),
  };
}

function countWords(
  texts: readonly string[],
  grammars: readonly Grammar[],
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const word of contentOf(text, grammars)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

/** The sentence that shares most words with the others. */
function summaryOf(
  sentences: readonly string[],
  counts: ReadonlyMap<string, number>,
  grammars: readonly Grammar[],
): string {
  let best = { text: "", score: 0 };
  for (const text of sentences) {
    const words = [...contentOf(text, grammars)];
    const score =
      words.reduce((sum, word) => sum + (counts.get(word) ?? 0), 0) / Math.sqrt(words.length + 2);
    if (score > best.score) best = { text, score };
  }
  return cut(capital(best.text), summaryLength);
}

function sentimentOf(
  texts: readonly string[],
  grammars: readonly Grammar[],
): ExtractAnswer["sentiment"] {
  const count = (kind: "good" | "bad") =>
    texts.filter((text) => grammars.some((g) => g.mood[kind].test(text))).length;
  const balance = count("good") - count("bad");
  if (balance === 0) return "neutral";
  return balance > 0 ? "positive" : "negative";
}

function cut(text: string, length: number): string {
  const whole = text.replace(/(?<![\s.,;:!?…])[\s.,;:!?…]+$/u, "");
  if (whole.length <= length) return whole;
  const short = whole.slice(0, length - 1);
  return `${short.slice(0, Math.max(short.lastIndexOf(" "), 20)).replace(/(?<![\s,;:])[\s,;:]+$/u, "")}…`;
}
