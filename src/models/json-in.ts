/**
 * The JSON object in a model's answer, unparsed; "" where there is none. What is around it is left out: thoughts, code
 * fences, a sentence before it.
 */
export function jsonIn(answer: string): string {
  const words = answer.slice(answer.lastIndexOf(endOfThought) + 1);
  const from = words.indexOf("{");
  return from < 0 ? "" : words.slice(from, words.lastIndexOf("}") + 1);
}

const endOfThought = "</think>";
