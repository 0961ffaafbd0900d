import type { SummarizeTask } from "../../models/task.ts";
import { stemWords } from "../text/stems.ts";

/**
 * A summary by selection: the sentences nearest to what all of them are about, word for word and in their order, as
 * many as the words allow. Sentences of one text stay on one line.
 */
export function summarizeOffline(task: SummarizeTask): string {
  const sentences = task.texts.flatMap(toSentences).slice(0, maxSentences);
  const chosen = choose(sentences, task.words);
  const linesByText = Map.groupBy(
    sentences.filter((sentence) => chosen.has(sentence)),
    ({ text }) => text,
  );
  const lines = [...linesByText.values()].map((own) => own.map(({ words }) => words).join(" "));
  if (lines.length > 0) return lines.join("\n");
  return cutShort(sentences[0]?.words ?? "", task.words);
}

/** Longer than any conversation that is summarized. */
const maxSentences = 5_000;

/** With less room left, only greetings would fit. */
const fewestWords = 4;

interface Sentence {
  /** Number of the text it is from. */
  readonly text: number;
  readonly words: string;
  readonly length: number;
  readonly stems: ReadonlySet<string>;
}

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

function toSentences(text: string, number: number): Sentence[] {
  const parts = text.split("\n").flatMap((line) => [...segmenter.segment(line)]);
  return parts
    .map(({ segment }) => segment.replace(/\s+/g, " ").trim())
    .filter((words) => /[\p{L}\p{N}]/u.test(words))
    .map((words) => ({
      text: number,
      words,
      length: words.split(" ").length,
      stems: new Set(stemWords(words).map(({ stem }) => stem)),
    }));
}

function choose(sentences: readonly Sentence[], words: number): ReadonlySet<Sentence> {
  const counts = new Map<string, number>();
  for (const { stems } of sentences) {
    for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  const score = ({ stems }: Sentence): number => {
    const sum = [...stems].reduce((total, stem) => total + Math.log1p(counts.get(stem) ?? 0), 0);
    return stems.size === 0 ? 0 : sum / Math.sqrt(stems.size);
  };
  const ranked = sentences.map((sentence) => ({ sentence, score: score(sentence) }));
  ranked.sort((a, b) => b.score - a.score);
  const chosen = new Set<Sentence>();
  const said = new Set<string>();
  let left = words;
  for (const { sentence } of ranked) {
    if (chosen.size > 0 && left < fewestWords) break;
    if (sentence.length > left || said.has(sentence.words)) continue;
    chosen.add(sentence);
    said.add(sentence.words);
    left -= sentence.length;
  }
  return chosen;
}

function cutShort(text: string, words: number): string {
  const all = text.split(" ");
  return all.length <= words ? text : `${all.slice(0, Math.max(1, words)).join(" ")}…`;
}
