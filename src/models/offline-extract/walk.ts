import type { SaidMessage } from "../task.ts";
import { agreedTo } from "./agree.ts";
import { corrected } from "./correct.ts";
import type { Finding } from "./finding.ts";
import type { Grammar } from "./grammar.ts";
import { type Sentence, sentencesOf } from "./sentences.ts";
import { asNote, type Statement, statementsOf, stripped } from "./statements.ts";

/** A statement on its way to a conclusion. */
export interface Draft {
  readonly finding: Finding;
  readonly clause: string;
  readonly grammar: Grammar;
  readonly said: string;
  readonly sources: readonly number[];
  /** It corrects what was thought before. */
  readonly corrects: boolean;
  /** Number of the sentence, over the whole conversation. */
  readonly sentence: number;
}

/** What was said in a conversation and still holds at its end. */
export interface Walk {
  readonly drafts: readonly Draft[];
  /** Sentences of the person that may be quoted; those of the questions and wishes apart. */
  readonly spoken: readonly string[];
  readonly asked: readonly string[];
}

interface State {
  drafts: Draft[];
  spoken: string[];
  asked: string[];
  sentence: number;
  /** The message of the assistant just before. */
  proposal: SaidMessage | null;
}

/** Goes through a conversation in its order: what is corrected or taken back later does not remain. */
export function walk(
  messages: readonly SaidMessage[],
  grammarsFor: (text: string, language: string) => readonly Grammar[],
): Walk {
  const state: State = { drafts: [], spoken: [], asked: [], sentence: 0, proposal: null };
  for (const message of messages) {
    if (message.role === "user") hear(message, state, grammarsFor);
    state.proposal = message.role === "assistant" ? message : null;
  }
  return state;
}

function hear(
  message: SaidMessage,
  state: State,
  grammarsFor: (text: string, language: string) => readonly Grammar[],
): void {
  const sentences = sentencesOf(message.content);
  let before: Finding | null = null;
  let previous = "";
  for (const [i, sentence] of sentences.entries()) {
    state.sentence++;
    const grammars = grammarsFor(sentence.text, message.language);
    const turn: Turn = { message, sentence, grammars, before, previous, first: i === 0 };
    const outcome = hearSentence(turn, state);
    if (outcome === "stop") return;
    before = outcome ?? before;
    previous = sentence.asks ? "" : sentence.text;
  }
}

interface Turn {
  readonly message: SaidMessage;
  readonly sentence: Sentence;
  readonly grammars: readonly Grammar[];
  readonly before: Finding | null;
  /** The sentence before in the same message. */
  readonly previous: string;
  readonly first: boolean;
}

/** Hears one sentence; the last thing it states, or `stop` where the rest of the message is not to be heard. */
function hearSentence(turn: Turn, state: State): Finding | null | "stop" {
  const { grammars, sentence } = turn;
  const has = (mark: keyof Grammar["marks"], text: string) => grammars.some((g) => g.marks[mark].test(text));
  let text = grammars.reduce((rest, grammar) => stripped(rest, grammar), sentence.text);
  if (has("offRecord", text)) {
    takeBack(state, state.sentence - 1);
    return "stop";
  }
  if (has("material", text)) {
    state.asked.push(text);
    return "stop";
  }
  if (turn.first && state.proposal !== null) confirm(turn, state, sentence.text);
  if (has("keep", text)) return keepPrevious(turn, state);
  const back = grammars.map((g) => g.marks.takeBack.exec(text)?.[0]).find((m) => m !== undefined);
  if (back !== undefined) {
    takeBack(state, lastSentence(state));
    text = text.slice(back.length).replace(/^[ ,:.-]+/u, "");
    if (text === "") return null;
  }
  (sentence.asks || has("question", text) || has("command", text) ? state.asked : state.spoken).push(text);
  return hearStatement(turn, state, text, back !== undefined);
}

function hearStatement(turn: Turn, state: State, said: string, withdrawn: boolean): Finding | null {
  const { grammars, message } = turn;
  const marker = grammars.map((g) => g.marks.correction.exec(said)?.[0]).find((m) => m !== undefined) ?? "";
  const text = said.slice(marker.length).replace(/^[ ,:.…-]+/u, "");
  const corrects = marker !== "" || withdrawn;
  for (const grammar of grammars) {
    const spoken = { sentence: { ...turn.sentence, text }, said: message.date, before: turn.before };
    const found = statementsOf(spoken, grammar);
    if (found.length === 0) continue;
    for (const statement of found) add(state, statement, { turn, grammar, corrects });
    return found.at(-1)?.finding ?? null;
  }
  const last = state.drafts.at(-1);
  if (last === undefined || turn.sentence.asks) return null;
  const statement = corrected({ last, text, said, marked: marker !== "" }, grammars);
  if (statement === null) return null;
  state.drafts.pop();
  const sources = [...new Set([...last.sources, message.id])];
  state.drafts.push({ ...last, ...statement, sources, corrects: true, sentence: state.sentence });
  return statement.finding;
}

interface How {
  readonly turn: Turn;
  readonly grammar: Grammar;
  readonly corrects: boolean;
}

function add(state: State, statement: Statement, { turn, grammar, corrects }: How): void {
  const { id, date } = turn.message;
  const draft: Draft = {
    ...statement,
    grammar,
    said: date,
    sources: [id],
    corrects,
    sentence: state.sentence,
  };
  const replaced = state.drafts.filter((earlier) => replaces(draft, earlier));
  state.drafts = state.drafts.filter((earlier) => !replaced.includes(earlier));
  const sources = [...new Set([...replaced.flatMap((earlier) => earlier.sources), id])];
  state.drafts.push({ ...draft, sources });
}

/** The same again, another value of the same slot, or the correction of the statement just before. */
function replaces(draft: Draft, earlier: Draft): boolean {
  const [now, then] = [draft.finding, earlier.finding];
  if (now.text.toLowerCase() === then.text.toLowerCase()) return true;
  if (now.key !== "") return now.key === then.key;
  if (now.subject !== then.subject) return false;
  if (draft.corrects && now.concept === then.concept) return draft.sentence - earlier.sentence <= 2;
  return now.object.toLowerCase() === then.object.toLowerCase() && draft.sentence !== earlier.sentence && now.worth.bank === then.worth.bank;
}

function takeBack(state: State, sentence: number): void {
  state.drafts = state.drafts.filter((draft) => draft.sentence !== sentence);
  state.spoken.pop();
}

/** The sentence of the last draft, where it is the last or next to last thing that was said. */
function lastSentence(state: State): number {
  const last = state.drafts.at(-1)?.sentence ?? -1;
  return state.sentence - last <= 2 ? last : -1;
}

function confirm(turn: Turn, state: State, text: string): void {
  if (state.proposal === null) return;
  const agreed = agreedTo({ proposal: state.proposal, answer: turn.message, text }, turn.grammars);
  if (agreed === null) return;
  add(state, agreed.statement, { turn, grammar: agreed.grammar, corrects: false });
  const last = state.drafts.pop();
  if (last !== undefined) state.drafts.push({ ...last, sources: [state.proposal.id, turn.message.id] });
}

/** "Remember that" after the fact: the sentence before is kept, or kept more firmly. */
function keepPrevious(turn: Turn, state: State): Finding | null {
  const of = state.drafts.filter((draft) => draft.sentence === state.sentence - 1);
  if (of.length > 0) {
    state.drafts = state.drafts.map((draft) => (of.includes(draft) ? firm(draft) : draft));
    return of.at(-1)?.finding ?? null;
  }
  const [grammar] = turn.grammars;
  if (grammar === undefined || turn.previous.split(" ").length < 3) return null;
  const text = stripped(turn.previous, grammar);
  if (grammar.dangling.test(text) || grammar.marks.question.test(text)) return null;
  const note = asNote(text, turn.message.date, grammar);
  add(state, note, { turn, grammar, corrects: false });
  return note.finding;
}

function firm(draft: Draft): Draft {
  const { finding } = draft;
  const importance = Math.max(0.8, finding.worth.importance);
  return { ...draft, finding: { ...finding, worth: { ...finding.worth, importance } } };
}
