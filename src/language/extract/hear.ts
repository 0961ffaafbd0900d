import type { ExtractRequest, SaidMessage } from "../../models/requests.ts";
import { asksOf } from "../gate/asks.ts";
import { isWorthKeeping } from "../gate/gate.ts";
import { grammars as all, type Grammar, grammarsFor } from "../grammar/grammar.ts";
import type { ReadText } from "../grammar/with-date.ts";
import { rememberedIn } from "../read/remembered.ts";
import { sentencesOf } from "../read/sentences.ts";
import { isAgreement } from "../talk/spoken-cues.ts";
import {
  add,
  consider,
  type Heard,
  type Hearing,
  keepPrevious,
  leaveOut,
  reasons,
  surelyAsks,
  surelyWorth,
  type Turn,
  takeBack,
} from "./keep.ts";
import { behindStart, cut, has, isSaidIn, namesSomebody, partsOf } from "./sentence.ts";

/** Goes through a conversation in order: what is taken back or corrected later is dropped. */
export function hear(
  { messages, known }: Pick<ExtractRequest, "messages" | "known">,
  isSecret: Hearing["isSecret"] = () => false,
): Heard {
  const nothing = { kept: [], leftOut: [], spoken: [], asked: [] };
  const hearing: Hearing = { ...nothing, known, isSecret, sentence: 0 };
  for (const [i, message] of messages.entries()) {
    if (message.role !== "user") continue;
    const before = messages[i - 1];
    if (before?.role === "assistant") confirm(message, before, hearing);
    hearMessage(message, hearing);
  }
  return hearing;
}

/** Keeps what the assistant offered to note, where the person says yes to it. */
function confirm(message: SaidMessage, proposal: SaidMessage, hearing: Hearing): void {
  if (!isAgreement(message.content)) return;
  const offers = sentencesOf(proposal.content).flatMap(({ text }) =>
    all.flatMap(({ marks }) => {
      const [words = ""] = marks.offer.exec(text) ?? [];
      const offered = text.slice(words.length).trim();
      return words === "" || !offered.includes(" ") ? [] : offered;
    }),
  );
  const [text = ""] = offers;
  if (new Set(offers).size !== 1) return;
  const grammars = grammarsFor(text, proposal.language);
  const sources = [proposal.id, message.id];
  add({ text, grammars, sources, isWanted: true }, message, hearing);
}

function hearMessage(message: SaidMessage, hearing: Hearing): void {
  const sentences = sentencesOf(message.content);
  const forgets = sentences.map(({ text }) => all.some((grammar) => asksToForget(text, grammar)));
  if (forgets.includes(true)) {
    const said = sentences.map(({ text }) => text);
    const isStill = ({ text }: { readonly text: string }): boolean =>
      !said.some((one) => isSaidIn(text, one));
    hearing.kept = hearing.kept.filter(isStill);
    hearing.leftOut = hearing.leftOut.filter(isStill);
    // Without their words: who wants something forgotten wants it in no log either.
    leaveOut(forgets.includes(false) ? ["…"] : [], reasons.forgetting, hearing);
    return;
  }
  let previous: ReadText | undefined;
  for (const [i, sentence] of sentences.entries()) {
    hearing.sentence++;
    const grammars = grammarsFor(sentence.text, message.language);
    const stop = hearSentence({ message, sentence, grammars, previous }, hearing);
    const rest = sentences.slice(i).map(({ text }) => text);
    if (stop === "material") leaveOut(rest, reasons.material, hearing);
    if (stop !== undefined) return;
    previous = sentence.asks ? undefined : { text: sentence.text, grammars };
  }
}

/** Nothing is learned from a message that asks to forget something. */
function asksToForget(text: string, grammar: Grammar): boolean {
  const { rest } = behindStart(text, [grammar]);
  return grammar.marks.forget.test(rest) && !grammar.marks.takeBack.test(rest);
}

/** Why the rest of the message is not to be heard, where it is not. */
function hearSentence(turn: Turn, hearing: Hearing): "offRecord" | "material" | undefined {
  const { sentence, grammars } = turn;
  if (has(sentence.text, grammars, "offRecord")) {
    takeBack(hearing);
    return "offRecord";
  }
  const { rest, corrects } = behindStart(sentence.text, grammars);
  if (has(rest, grammars, "material")) return "material";
  const withdrawn = cut(rest, grammars, "takeBack");
  if (withdrawn !== undefined) takeBack(hearing);
  const text = withdrawn === undefined ? rest : behindStart(withdrawn, grammars).rest;
  if (text === "") return undefined;
  const wish = rememberedIn(text);
  if (wish === "") keepPrevious(turn, hearing);
  else if (wish !== undefined)
    consider(wish, { ...turn, isWanted: true, corrects: false }, hearing);
  else if (sentence.asks || asksOf(withPrevious(text, turn)) > surelyAsks)
    hearQuestion(text, turn, hearing);
  else
    consider(
      text,
      { ...turn, isWanted: false, corrects: corrects || withdrawn !== undefined },
      hearing,
    );
  return undefined;
}

/** Of `elle est` a microphone's question is made too: whom it means shows that it is none. */
const withPrevious = (text: string, { previous, grammars }: Turn): string =>
  previous !== undefined && has(text, grammars, "pronouns") && namesSomebody(previous)
    ? `${previous.text}. ${text}`
    : text;

/** `I'm vegetarian, what can I cook?` states something before it asks. */
function hearQuestion(text: string, turn: Turn, hearing: Hearing): void {
  hearing.asked.push(text);
  const [first = text] = partsOf(text, turn.grammars, () => true);
  if (first === text || !isWorthKeeping(first, surelyWorth) || asksOf(first) > 0) return;
  consider(first, { ...turn, isWanted: false, corrects: false }, hearing);
}
