import type { Conclusion, ExtractAnswer, ExtractTask } from "../task.ts";
import { gistOf } from "./offline-extract/gist.ts";
import { createGrammar } from "./offline-extract/grammar.ts";
import { languages } from "./offline-extract/languages.ts";
import { type ReadLine, readKnown, relate } from "./offline-extract/relate.ts";
import { createTongues } from "./offline-extract/tongues.ts";
import { type Draft, walk } from "./offline-extract/walk.ts";

/** Finds by rules what is worth keeping: no model, no network, the same answer each time. Precision before recall. */
export function extractOffline(task: ExtractTask): ExtractAnswer {
  const { drafts, spoken, asked } = walk(task.messages, tongues);
  const known = readKnown(task.known, (text) => tongues.forText(text, ""));
  const conclusions = drafts.map((draft) => conclusionOf(draft, known, task));
  const language = task.messages.find((m) => m.role === "user")?.language ?? "";
  const said = [...spoken, ...asked].join(" ").slice(0, 2000);
  return {
    ...gistOf({ spoken, asked }, conclusions, tongues.forText(said, language)),
    conclusions,
  };
}

const tongues = createTongues(languages.map(createGrammar));
const longest = 400;

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
