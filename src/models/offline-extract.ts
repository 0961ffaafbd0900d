import { createGrammar, type Grammar } from "./offline-extract/grammar.ts";
import { gistOf } from "./offline-extract/gist.ts";
import { languages } from "./offline-extract/languages.ts";
import { type ReadLine, readKnown, relate } from "./offline-extract/relate.ts";
import { type Draft, walk } from "./offline-extract/walk.ts";
import type { Conclusion, ExtractAnswer, ExtractTask } from "./task.ts";

/** Finds by rules what is worth keeping: no model, no network, the same answer each time. Precision before recall. */
export function extractOffline(task: ExtractTask): ExtractAnswer {
  const { drafts, spoken, asked } = walk(task.messages, grammarsFor);
  const known = readKnown(task.known, (text) => grammarsFor(text, ""));
  const conclusions = drafts.map((draft) => conclusionOf(draft, known, task));
  const language = task.messages.find((m) => m.role === "user")?.language ?? "";
  const said = [...spoken, ...asked].join(" ").slice(0, 2000);
  return { ...gistOf({ spoken, asked }, conclusions, grammarsFor(said, language)), conclusions };
}

const grammars: readonly Grammar[] = languages.map(createGrammar);
const mostLanguages = 3;
const longest = 400;

/** The languages to try for a text: its own first, then those whose words it has. */
function grammarsFor(text: string, language: string): readonly Grammar[] {
  const words = text.toLowerCase().match(/[\p{L}·-]+(?:'\p{Ll}{1,2}(?!\p{L}))?/gu) ?? [];
  const scored = grammars.map((grammar) => ({
    grammar,
    score: words.filter((word) => grammar.words.has(word)).length,
    own: grammar.rules.code === language.slice(0, 2).toLowerCase() ? 1 : 0,
  }));
  return scored
    .filter(({ score, own }) => score > 0 || own > 0)
    .sort((a, b) => b.own - a.own || b.score - a.score)
    .slice(0, mostLanguages)
    .map(({ grammar }) => grammar);
}

function conclusionOf(draft: Draft, known: readonly ReadLine[], task: ExtractTask): Conclusion {
  const { worth, text, key } = draft.finding;
  return {
    text: text.length > longest ? `${text.slice(0, longest - 1)}…` : text,
    key,
    importance: worth.importance,
    bank: task.banks.includes(worth.bank) ? worth.bank : task.defaultBank,
    kind: worth.kind,
    confirmed: true,
    sources: draft.sources,
    sensitivity: worth.sensitivity,
    ...relate(draft, known),
  };
}
