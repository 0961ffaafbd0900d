import { parseAnswer } from "../commands/parse-answer.ts";
import { parseCommand } from "../commands/parse-command.ts";
import type { SpokenCommand } from "../commands/spoken-command.ts";
import { answer, type StopReason } from "./answer.ts";
import type { CascadeParts } from "./cascade-parts.ts";
import { answered, answerUntil, type Question, type Step } from "./dialog.ts";
import { forgetMemory, type Obeying, obey } from "./obey.ts";
import { joinTaken, type Taken } from "./taken.ts";

/** Answers what was said, one after the other; a single turn at a time. */
export interface Conversing {
  readonly isBusy: boolean;
  /** Said now, or next: what comes while something is answered waits, as one turn. */
  take(taken: Taken): void;
  /** Cuts short what is answered now; what waits is answered next, unless all is to stop. */
  stop(reason: StopReason): void;
}

export interface ConversingParts extends CascadeParts {
  /** The language of what was said, in two letters, as far as it is known and the household's. */
  readonly languageOf: (taken: Taken) => string;
  /** Resolves where the sentence goes on, or surely does not. */
  readonly awaitRest: (taken: Taken) => Promise<void>;
}

interface Converse {
  readonly parts: ConversingParts;
  /** What was said and waits; only the last can be added to. */
  readonly waiting: Waiting[];
  current: AbortController | undefined;
  isBusy: boolean;
  question: Question | undefined;
  lastReply: string;
}

interface Waiting {
  readonly taken: Taken;
  readonly command: SpokenCommand | undefined;
}

/** Begins with nothing said. */
export function createConversing(parts: ConversingParts): Conversing {
  const converse: Converse = {
    parts,
    waiting: [],
    current: undefined,
    isBusy: false,
    question: undefined,
    lastReply: "",
  };
  return {
    get isBusy() {
      return converse.isBusy;
    },
    take(taken) {
      const command = parseCommand(taken.text, parts.languageOf(taken));
      if (takesBackWaiting(converse, taken, command)) return;
      if (converse.isBusy && isUrgent(command)) {
        converse.waiting.length = 0;
        converse.current?.abort("interrupted");
      }
      add(converse, { taken, command });
      if (!converse.isBusy) void workOff(converse);
    },
    stop(reason) {
      if (reason === "stopped") converse.waiting.length = 0;
      converse.current?.abort(reason);
    },
  };
}

/** Most that wait; further words belong to the last of them. */
const mostWaiting = 3;

/** What it says now is not wanted. */
const isUrgent = (command: SpokenCommand | undefined): boolean =>
  command?.type === "stop" || command?.type === "misheard" || command?.type === "forget_that";

/** What was said last was not even answered yet. */
function takesBackWaiting(
  { parts, waiting }: Converse,
  taken: Taken,
  command: SpokenCommand | undefined,
): boolean {
  if (waiting.length === 0) return false;
  if (command?.type !== "forget_that" && command?.type !== "misheard") return false;
  waiting.pop();
  parts.emit({ type: "command", command: command.type });
  const rest = command.type === "misheard" ? command.rest : "";
  if (rest !== "") waiting.push({ taken: { ...taken, text: rest }, command: undefined });
  else void parts.phrase(command.type === "misheard" ? "misheard" : "taken_back");
  return true;
}

function add({ waiting }: Converse, next: Waiting): void {
  const last = waiting.at(-1);
  const isApart = last?.command !== undefined || next.command !== undefined;
  if (last === undefined || (isApart && waiting.length < mostWaiting)) waiting.push(next);
  else waiting.splice(-1, 1, { taken: joinTaken(last.taken, next.taken), command: undefined });
}

/** Never rejects. */
async function workOff(converse: Converse): Promise<void> {
  const { parts, waiting } = converse;
  converse.isBusy = true;
  parts.refresh();
  while (!parts.signal.aborted) {
    const [first] = waiting;
    if (first === undefined) break;
    if (first.command === undefined) await parts.awaitRest(first.taken);
    const next = waiting.shift();
    if (next === undefined || parts.signal.aborted) break;
    const current = new AbortController();
    converse.current = current;
    const after = await workOn(converse, next, current.signal);
    converse.current = undefined;
    attend(converse, after);
  }
  converse.isBusy = false;
  parts.refresh();
}

/** Whom it listens to next. */
function attend(converse: Converse, after: After): void {
  const { attending, sample, ports } = converse.parts;
  if (after === "sleeps") attending.slept();
  else if (after === "replied") attending.replied();
  else attending.woken();
  if (converse.question === undefined) return;
  const until = answerUntil(sample(), ports.options.followUpMs);
  converse.question = { ...converse.question, until };
}

/** How it goes on: with whoever it talked to, with whoever answers its question or says it again, or with nobody. */
type After = "replied" | "listens" | "sleeps";

async function workOn(
  converse: Converse,
  { taken, command }: Waiting,
  stop: AbortSignal,
): Promise<After> {
  const { parts, lastReply } = converse;
  const language = parts.languageOf(taken);
  const step = answered(converse.question, parseAnswer(taken.text, language), taken.startSample);
  converse.question = undefined;
  const obeying = { stop, language, lastReply };
  if (step.type !== "none") return goOn(converse, step, obeying);
  if (command === undefined) return reply(converse, taken, stop);
  const obeyed = await obey(parts, command, obeying);
  if (obeyed.type === "answer") return reply(converse, { ...taken, text: obeyed.text }, stop);
  if (obeyed.type === "asked") return ask(converse, obeyed, stop);
  if (obeyed.type === "listen") return "listens";
  return obeyed.type === "ended" ? "sleeps" : "replied";
}

async function reply(converse: Converse, taken: Taken, stop: AbortSignal): Promise<After> {
  const text = await answer(converse.parts, taken, stop);
  if (text !== "") converse.lastReply = text;
  return "replied";
}

async function goOn(
  converse: Converse,
  step: Exclude<Step, { type: "none" }>,
  obeying: Obeying,
): Promise<After> {
  const { parts } = converse;
  const { stop: signal, language } = obeying;
  parts.emit({ type: "command", command: step.type === "forget" ? "yes" : "no" });
  if (step.type === "forget") await forgetMemory(parts, step.memory, obeying);
  else if (step.type === "keep") await parts.phrase("nothing_forgotten", {}, { signal, language });
  else {
    await parts.phrase("or_this", { text: step.about.text }, { signal, language });
    return ask(converse, step, signal);
  }
  return "replied";
}

/** It was asked; until it is answered, or something else is said, or time runs out. */
function ask(
  converse: Converse,
  { about, others }: Pick<Question, "about" | "others">,
  stop: AbortSignal,
): After {
  if (stop.aborted) return "replied";
  converse.question = { about, others, until: Number.POSITIVE_INFINITY };
  return "listens";
}
