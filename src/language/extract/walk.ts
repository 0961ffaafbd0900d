import type { SaidMessage } from "../../models/task.ts";
import type { Grammar } from "../grammar/grammar.ts";
import type { Tongues } from "../grammar/tongues.ts";
import { atLeast, type Finding } from "../read/finding.ts";
import { antecedent } from "../read/pronoun.ts";
import { type Sentence, sentencesOf } from "../read/sentences.ts";
import { asNote, type Statement, statementsOf, stripped, worthwhile } from "../read/statements.ts";
import { foldText } from "../text/letters.ts";
import { agreedTo } from "./agree.ts";
import { type Change, readChange } from "./change.ts";
import { corrected } from "./correct.ts";
import { asksToForget, withoutForgotten } from "./forget.ts";
import { redated } from "./redate.ts";
import { type Draft, isImplied, replaces } from "./replaces.ts";

/** What was said in a conversation and still holds at its end. */
export interface Walk {
  readonly drafts: readonly Draft[];
  /** Whole sentences that may say that something known has changed; some of them have drafts too. */
  readonly changes: readonly Change[];
  /** Sentences of the person that may be quoted: statements, then questions and wishes. */
  readonly spoken: readonly string[];
  readonly asked: readonly string[];
}

interface State {
  drafts: Draft[];
  changes: Change[];
  spoken: string[];
  asked: string[];
  sentence: number;
  /** The message of the assistant just before. */
  proposal: SaidMessage | null;
  /** The last thing that the person stated in the message before. */
  before: Finding | null;
}

/** Goes through a conversation in order: what is corrected or taken back later is dropped. */
export function walk(messages: readonly SaidMessage[], tongues: Tongues): Walk {
  const state: State = {
    drafts: [],
    changes: [],
    spoken: [],
    asked: [],
    sentence: 0,
    proposal: null,
    before: null,
  };
  for (const message of messages) {
    if (message.role === "user") hear(message, state, tongues);
    state.proposal = message.role === "assistant" ? message : null;
  }
  return state;
}

function hear(message: SaidMessage, state: State, tongues: Tongues): void {
  const sentences = sentencesOf(message.content).flatMap((sentence) =>
    tongues.parts(sentence.text).map((text): Sentence => ({ ...sentence, text })),
  );
  let { before } = state;
  state.before = null;
  if (asksToForget(sentences, tongues.all)) {
    state.drafts = [...withoutForgotten(state.drafts, sentences)];
    state.changes = []; // The line that they would change may be the one to forget.
    return;
  }
  let previous = "";
  for (const [i, sentence] of sentences.entries()) {
    state.sentence++;
    const grammars = tongues.forText(sentence.text, message.language);
    const turn: Turn = { message, sentence, grammars, before, previous, first: i === 0 };
    const outcome = hearSentence(turn, state);
    if (outcome === "stop") return;
    before = outcome ?? grammars.reduce((held, g) => carried(sentence.text, held, g), before);
    state.before = outcome;
    previous = sentence.asks ? "" : sentence.text;
  }
}

/** Whom a pronoun still means after a sentence that states nothing. */
function carried(text: string, before: Finding | null, grammar: Grammar): Finding | null {
  return antecedent({ text: stripped(text, grammar), before }, null, grammar);
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

/** A sentence as one language reads it. */
interface View {
  readonly grammar: Grammar;
  readonly text: string;
}

/** Hears one sentence; the last thing it states, or `stop` where the rest of the message is not to be heard. */
function hearSentence(turn: Turn, state: State): Finding | null | "stop" {
  const { sentence } = turn;
  let views = turn.grammars.map((grammar) => ({ grammar, text: stripped(sentence.text, grammar) }));
  const has = (mark: keyof Grammar["marks"]) =>
    views.some(({ grammar, text }) => grammar.marks[mark].test(text));
  if (has("offRecord")) {
    takeBack(state, state.sentence - 1);
    return "stop";
  }
  const [own] = views;
  if (has("material")) {
    state.asked.push(own?.text ?? "");
    return "stop";
  }
  if (turn.first && state.proposal !== null) confirm(turn, state, sentence.text);
  if (has("keep")) return keepPrevious(turn, state);
  const back = cutMark(views, "takeBack");
  if (back.found) {
    takeBack(state, lastSentence(turn, state));
    views = back.rest;
    if (views.some(({ text }) => text === "")) return null;
  }
  if (own !== undefined) quote(own, sentence.asks, state);
  hearChange({ turn, views, corrects: back.found }, state);
  return hearStatement({ turn, views, corrects: back.found }, state);
}

/** The sentence without a mark at its start, where any language finds one. */
function cutMark(
  views: readonly View[],
  mark: "takeBack" | "correction",
): { readonly found: boolean; readonly rest: View[] } {
  const cut = views.map(({ grammar, text }) => grammar.marks[mark].exec(text)?.[0] ?? "");
  const found = cut.find((words) => words !== "");
  const rest = views.map(({ grammar, text }, i) => {
    const words = cut[i] || (found !== undefined && text.startsWith(found) ? found : "");
    return { grammar, text: text.slice(words.length).replace(/^[ ,:.…-]+/u, "") };
  });
  return { found: found !== undefined, rest };
}

function quote({ grammar, text }: View, asks: boolean, state: State): void {
  const wanted = asks || grammar.marks.question.test(text) || grammar.marks.command.test(text);
  (wanted ? state.asked : state.spoken).push(text);
}

interface Heard {
  readonly turn: Turn;
  readonly views: readonly View[];
  readonly corrects: boolean;
}

function hearStatement({ turn, views, corrects }: Heard, state: State): Finding | null {
  const { message } = turn;
  const marked = cutMark(views, "correction");
  for (const { grammar, text } of marked.rest) {
    const spoken = {
      sentence: { ...turn.sentence, text },
      said: message.date,
      before: turn.before,
    };
    const found = statementsOf(spoken, grammar);
    if (found.length === 0) continue;
    const how = { turn, grammar, corrects: corrects || marked.found };
    for (const statement of found) add(state, statement, how);
    return found.at(-1)?.finding ?? null;
  }
  const said = { turn, views, corrects: marked.found };
  return hearFragment(said, marked.rest, state) ?? hearWorth(said, state);
}

/** What no rule reads and the gate holds to be worth keeping, in the person's own words. */
function hearWorth({ turn, views, corrects }: Heard, state: State): Finding | null {
  const [own] = views;
  if (own === undefined || turn.sentence.asks || !views.every(isMeant)) return null;
  const said = { text: own.text, said: turn.message.date, before: turn.before };
  const statement = worthwhile(said, own.grammar);
  if (statement === null) return null;
  add(state, statement, { turn, grammar: own.grammar, corrects });
  return statement.finding.subject === "" ? null : statement.finding; // Whom a pronoun means stays as it was.
}

/** No question and no supposition. */
const isMeant = ({ grammar: { marks }, text }: View): boolean =>
  !marks.question.test(text) && !marks.hypothetical.test(text);

/** Whether it does change something is decided later, against what is known. */
function hearChange({ turn, views, corrects }: Heard, state: State): void {
  const { message, sentence, grammars, before } = turn;
  const [own] = views;
  if (own === undefined || sentence.asks || !views.every(isMeant)) return;
  if (views.some(({ grammar, text }) => grammar.marks.command.test(text))) return;
  const said = { text: own.text, said: message.date, before };
  const from = { sources: [message.id], corrects, sentence: state.sentence };
  state.changes.push({ ...readChange(said, grammars, own.grammar), ...from });
}

/** `no, Wednesday` states nothing by itself, but says what the last statement should have been. */
function hearFragment(
  { turn, views, corrects }: Heard,
  rest: readonly View[],
  state: State,
): Finding | null {
  const last = state.drafts.at(-1);
  const [said, marked] = [views[0]?.text ?? "", rest[0]?.text ?? ""];
  if (last === undefined || turn.sentence.asks) return null;
  const statement = corrected({ last, text: marked, said, marked: corrects }, turn.grammars);
  if (statement === null) return null;
  state.drafts.pop();
  const sources = [...new Set([...last.sources, turn.message.id])];
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
  if (isImplied(statement.finding, grammar, state.drafts)) return;
  const again = corrects ? redated(statement, grammar, state.drafts) : null;
  const draft: Draft = {
    ...(again?.statement ?? statement),
    grammar: again?.draft.grammar ?? grammar,
    said: date,
    sources: [id],
    corrects,
    sentence: state.sentence,
  };
  const replaced = state.drafts.filter(
    (earlier) => earlier === again?.draft || replaces(draft, earlier),
  );
  state.drafts = state.drafts.filter((earlier) => !replaced.includes(earlier));
  const behind = [...replaced, ...namedBefore(statement, turn, state)];
  const sources = [...new Set([...behind.flatMap((earlier) => earlier.sources), id])];
  state.drafts.push({ ...draft, sources });
}

/** What named the person that a pronoun stands for: without that source the name would count as made up. */
function namedBefore({ finding }: Statement, { sentence }: Turn, { drafts }: State): Draft[] {
  const { subject, subjectText } = finding;
  if (subject === "" || foldText(sentence.text).includes(foldText(subjectText))) return [];
  return drafts.filter((draft) => draft.finding.subject === subject).slice(-1);
}

function takeBack(state: State, sentence: number): void {
  state.drafts = state.drafts.filter((draft) => draft.sentence !== sentence);
  state.changes = state.changes.filter((change) => change.sentence !== sentence);
  state.spoken.pop();
}

/**
 * The sentence of the last draft, where it is the last or next to last thing that was said; in one message the last: "what's
 * in the drawer … no, forget it" takes back the question.
 */
function lastSentence({ first }: Turn, state: State): number {
  const last = state.drafts.at(-1)?.sentence ?? -1;
  return state.sentence - last <= (first ? 2 : 1) ? last : -1;
}

function confirm(turn: Turn, state: State, text: string): void {
  if (state.proposal === null) return;
  const agreed = agreedTo({ proposal: state.proposal, answer: turn.message, text }, turn.grammars);
  if (agreed === null) return;
  add(state, agreed.statement, { turn, grammar: agreed.grammar, corrects: false });
  const last = state.drafts.pop();
  if (last !== undefined)
    state.drafts.push({ ...last, sources: [state.proposal.id, turn.message.id] });
}

/** "Remember that" after the fact: the sentence before is kept, or kept more firmly. */
function keepPrevious(turn: Turn, state: State): Finding | null {
  const of = state.drafts.filter((draft) => draft.sentence === state.sentence - 1);
  if (of.length > 0) {
    state.drafts = state.drafts.map((draft) =>
      of.includes(draft) ? { ...draft, finding: atLeast(draft.finding, 0.8) } : draft,
    );
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
