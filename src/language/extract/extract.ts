import type { Conclusion, ExtractAnswer, ExtractTask } from "../../models/task.ts";
import { tongues } from "../grammar/tongues.ts";
import { gistOf } from "./gist.ts";
import { readKnown } from "./relate.ts";
import { walk } from "./walk.ts";
import { type Related, withChanges } from "./with-changes.ts";

/** Finds what is worth keeping by rules, and by the gate what no rule reads: no network, the same answer each time. */
export function extractOffline(task: ExtractTask): ExtractAnswer {
  const walked = walk(task.messages, tongues);
  const { spoken, asked } = walked;
  const known = readKnown(task.known, (text) => tongues.forText(text, ""));
  const conclusions = withChanges(walked, known).map((one) => conclusionOf(one, task));
  const language = task.messages.find((m) => m.role === "user")?.language ?? "";
  const said = [...spoken, ...asked].join(" ").slice(0, 2000);
  return {
    ...gistOf({ spoken, asked }, conclusions, tongues.forText(said, language)),
    conclusions,
  };
}

/** The same for what a person said in a conversation that is still going on; `sources` are places among the texts. */
export function extractSaid(
  said: readonly string[],
  { language, today }: { readonly language: string; readonly today: string },
): readonly Conclusion[] {
  const messages = said.map(
    (content, id) => ({ id, role: "user", content, language, date: today }) as const,
  );
  const task = { type: "extract", messages, banks: [], defaultBank: "", known: [] } as const;
  return extractOffline(task).conclusions;
}

const longest = 400;

function conclusionOf({ draft, relation, of }: Related, task: ExtractTask): Conclusion {
  const { worth, text, key } = draft.finding;
  return {
    text: text.length > longest ? `${text.slice(0, longest - 1)}…` : text,
    key,
    importance: worth.importance,
    bank: task.banks.includes(worth.bank) ? worth.bank : task.defaultBank,
    kind: worth.kind,
    quote: "",
    sources: draft.sources,
    sensitivity: worth.sensitivity,
    relation,
    of,
  };
}
