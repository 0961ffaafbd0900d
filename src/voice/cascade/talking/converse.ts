import type { SpokenCommand } from "../../../language/commands/parse-command.ts";
import { parseCommand } from "../../../language/commands/parse-command.ts";
import type { CascadeParts } from "../cascade-parts.ts";
import { answer, type StopReason } from "./answer.ts";
import { asked } from "./dialog.ts";
import { type After, heed, isUrgent, type Thread } from "./heed.ts";
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
  readonly thread: Thread;
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
  };
  return {
    get isBusy() {
      return converse.isBusy;
    },
    take(taken) {
      const command = parseCommand(taken.text, parts.languageOf(taken));
      if (takesBackWaiting(converse, taken, command)) return;
      const isNext = converse.isBusy && isUrgent(command);
      if (isNext) converse.current?.abort("interrupted");
      if (isNext) putFirst(converse, { taken, command });
      else add(converse, { taken, command });
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

/** What else the person said is answered after it. */
function putFirst({ waiting }: Converse, next: Waiting): void {
  if (waiting[0]?.command?.type !== next.command?.type) waiting.unshift(next);
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
function attend({ parts }: Converse, after: After): void {
  const { attending, sample, ports, thread } = parts;
  if (after === "sleeps") attending.slept();
  else if (after === "replied") attending.replied();
  else attending.expects();
  thread.question = asked(thread.question, sample(), ports.options.followUpMs);
}

async function workOn(
  converse: Converse,
  { taken, command }: Waiting,
  stop: AbortSignal,
): Promise<After> {
  const { parts } = converse;
  const { thread, languageOf } = parts;
  const said = { text: taken.text, command, at: taken.startSample };
  const heeded = await heed(parts, thread, said, { stop, language: languageOf(taken) });
  // What was said before anybody knew the question is no answer to it.
  if (thread.question !== undefined) converse.waiting.length = 0;
  if (heeded.type === "done") return heeded.after;
  const text = await answer(parts, { ...taken, text: heeded.text }, stop);
  if (text !== "") thread.lastReply = text;
  return "replied";
}
