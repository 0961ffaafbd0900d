import type { NearMemory } from "../../src/digest/digest-ports.ts";
import type { Conclusion, GateContext, Judged } from "../../src/digest/gates/gates.ts";
import type { SaidMessage } from "../../src/models/requests.ts";
import { toTopicPath } from "../../src/vault/paths.ts";
import { parseTopic } from "../../src/vault/topic/parse-topic.ts";

/** What the gates are given in a conversation where nothing was recalled. */
export const gateContext: GateContext = {
  messages: [],
  recalled: [],
  olderOf: () => undefined,
  person: null,
  banks: ["General", "Health"],
  defaultBank: "General",
};

export const conclusion = (text: string, more: Partial<Conclusion> = {}): Conclusion => ({
  text,
  quote: text,
  key: "",
  importance: 0.5,
  bank: "General",
  kind: "fact",
  sources: [],
  sensitivity: "normal",
  relation: "new",
  of: null,
  ...more,
});

export const user = (id: number, content: string, language = "en"): SaidMessage => ({
  id,
  role: "user",
  content,
  language,
  date: "2026-02-12",
});

export const assistant = (id: number, content: string, language = "en"): SaidMessage => ({
  ...user(id, content, language),
  role: "assistant",
});

export const judged = (text: string, more: Partial<Conclusion> = {}, language = "en"): Judged => ({
  conclusion: conclusion(text, more),
  sources: (more.sources ?? [1]).map((id) => user(id, text, language)),
  said: [text],
  language,
});

/** The entry that a line makes in a file. */
export function memory(line: string, file = "topics/a.md"): NearMemory {
  const path = toTopicPath(file);
  const [entry] = parseTopic(path, new TextEncoder().encode(`- ${line}\n`)).entries;
  if (entry === undefined) throw new Error(`no entry: ${line}`);
  return { file: path, entry, score: 1 };
}
