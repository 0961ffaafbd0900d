import type { ExtractAnswer } from "../../models/task.ts";

const mostIntents = 5;

/** One answer of those to the stretches of a conversation, in order. Pure. */
export function mergeAnswers(answers: readonly ExtractAnswer[]): ExtractAnswer {
  const [first] = answers;
  if (first !== undefined && answers.length === 1) return first;
  const fullest = answers.toSorted((a, b) => b.conclusions.length - a.conclusions.length)[0];
  return {
    summary: answers
      .map(({ summary }) => summary.trim())
      .filter((summary, i, all) => summary !== "" && all.indexOf(summary) === i)
      .join(" "),
    topic: fullest?.topic ?? "",
    sentiment: answers.at(-1)?.sentiment ?? "neutral",
    intents: [...new Set(answers.flatMap(({ intents }) => intents))].slice(0, mostIntents),
    conclusions: answers.flatMap(({ conclusions }) => conclusions),
  };
}
