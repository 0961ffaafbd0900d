import type { TurnEvent } from "../../agent/turn-event.ts";
import { LociError } from "../../errors.ts";
import { parseCommand, type SpokenCommand } from "../../language/commands/parse-command.ts";
import type { PhraseName, PhraseValues } from "../../language/types/phrases.ts";
import { type Ended, within } from "../../within.ts";
import { abortLater } from "../async/read-within.ts";
import type { Marks } from "../turn-times.ts";
import { Answer, errorPhrase, failureEvent, type StopReason, wordAfter } from "./answer.ts";
import type { CascadeRun } from "./cascade.ts";

/** The transcript of an utterance addressed to the agent. */
export interface SpokenMessage {
  readonly text: string;
  /** As the transcriber names it; null if it doesn't say. */
  readonly language: string | null;
  readonly confidence: number | null;
  readonly speechMs: number;
  readonly startSample: number;
  /** Spoken while the button was active, so it is complete once the button is released. */
  readonly isPushToTalk: boolean;
  readonly marks: Marks;
}

/** What is done without asking the model; "I said Reus" is the model's. */

interface Waiting {
  readonly message: SpokenMessage;
  readonly command: SpokenCommand | undefined;
}

/**
 * What to listen for next: `replied`, a follow-up; `sleeps`, only what is addressed to the agent again.
 */
type NextAttention = "replied" | "sleeps";

/** Longest message (characters) that is joined of several. */
const maxCharacters = 4_000;
/** Longest wait for a change of the vault, and for a digestion, which otherwise stays queued on disk (ms). */
const maxWorkMs = 30_000;
const maxDigestionMs = 180_000;
/** Longest wait after an abort (ms): nothing else may start while the vault is being changed. */
const maxEndMs = 4_000;

/** Answers spoken messages and does what they command, one at a time, in order. */
export class Dialog {
  isBusy = false;
  readonly #run: CascadeRun;
  readonly #waiting: Waiting[] = [];
  #current: AbortController | undefined;
  #lastReply = "";

  constructor(run: CascadeRun) {
    this.#run = run;
  }

  /** Answers a message now, or once the current answer is done. Waiting messages are joined into one. */
  take(message: SpokenMessage): void {
    const command = this.#commandIn(message);
    if (this.#takesBackWaiting(command)) return;
    if (this.isBusy && (command?.type === "stop" || command?.type === "forget_that")) {
      this.#current?.abort("interrupted");
      if (this.#waiting[0]?.command?.type !== command.type) {
        this.#waiting.unshift({ message, command });
      }
    } else this.#add({ message, command });
    if (!this.isBusy) void this.#drain();
  }

  /** Cuts off the current answer; "stopped" also drops the waiting messages. */
  stop(reason: StopReason): void {
    if (reason === "stopped") this.#waiting.length = 0;
    this.#current?.abort(reason);
  }

  #commandIn(message: SpokenMessage): SpokenCommand | undefined {
    return parseCommand(message.text, this.#run.language.of(message));
  }

  /** "Forget that" drops the last message that is still waiting. False if there is none, or for another command. */
  #takesBackWaiting(command: SpokenCommand | undefined): boolean {
    const dropped = command?.type === "forget_that" ? this.#waiting.pop() : undefined;
    if (dropped === undefined) return false;
    this.#run.emit({ type: "command", command: "forget_that" });
    void this.#run.mouth.phrase("forgotten", { text: dropped.message.text });
    return true;
  }

  #add(next: Waiting): void {
    const last = this.#waiting.at(-1);
    if (last === undefined || last.command !== undefined || next.command !== undefined) {
      this.#waiting.push(next);
      return;
    }
    this.#waiting.splice(-1, 1, { ...next, message: join(last.message, next.message) });
  }

  /** Never rejects. */
  async #drain(): Promise<void> {
    const run = this.#run;
    this.isBusy = true;
    run.refresh();
    for (let [first] = this.#waiting; first !== undefined; [first] = this.#waiting) {
      if (first.command === undefined) await run.awaitContinuation(first.message);
      const next = this.#waiting.shift();
      if (next === undefined || run.signal.aborted) break;
      this.#current = new AbortController();
      const after = await this.#handle(next, this.#current.signal);
      this.#current = undefined;
      const { sample } = run.ear;
      if (after === "sleeps") run.attention.sleep();
      else run.attention.openFollowUp(sample);
    }
    this.isBusy = false;
    run.refresh();
  }

  async #handle({ message, command }: Waiting, stop: AbortSignal): Promise<NextAttention> {
    if (command === undefined) return this.#answer(message, stop);
    const run = this.#run;
    run.emit({ type: "command", command: command.type });
    const options = { signal: stop, language: run.language.of(message) };
    const say: Say = async (name, values) => void (await run.mouth.phrase(name, values, options));
    switch (command.type) {
      case "forget_that":
        return this.#takeBack(command, { stop, say });
      case "forget":
        await say("nothing_forgotten"); // A memory is deleted in writing, where it can be read first.
        return "replied";
      case "end":
        return this.#end(command, { stop, say });
      case "repeat":
        if (this.#lastReply === "") await say("nothing_to_repeat");
        else
          await run.mouth.text(this.#lastReply, { ...options, language: () => run.language.now });
        return "replied";
      case "help":
        await say("help");
        return "replied";
      case "stop":
        run.mouth.earcon("done");
        return "sleeps";
    }
  }

  async #answer(message: SpokenMessage, stop: AbortSignal): Promise<"replied"> {
    const text = await new Answer(this.#run, message, stop).give();
    if (text !== "") this.#lastReply = text;
    return "replied";
  }

  /** Takes the last message back. */
  async #takeBack(command: SpokenCommand, { stop, say }: Work): Promise<"replied"> {
    const ended = await this.#execute(command, stop, maxWorkMs);
    const failure = failureIn(ended);
    if (failure !== undefined) await this.#sayFailure(failure, say);
    const taken = ended.type === "done" ? eventOf(ended.value, "taken_back") : undefined;
    if (taken === undefined || failure !== undefined) return "replied";
    const { said, forgotten, kept } = taken;
    if (said === null) await say("nothing_to_take_back");
    else await say("forgotten", { text: forgotten.length > 0 ? forgotten.join("; ") : said });
    // What was changed since stays, although the message it came from was taken back.
    if (kept.length > 0) await say("changed_and_stays", { text: kept.join("; ") });
    return "replied";
  }

  async #end(command: SpokenCommand, { stop, say }: Work): Promise<"sleeps"> {
    const timer = setTimeout(() => void say("one_moment"), wordAfter);
    const ended = await this.#execute(command, stop, maxDigestionMs);
    clearTimeout(timer);
    const digest = ended.type === "done" ? eventOf(ended.value, "digest") : undefined;
    const failure = ended.type === "late" ? undefined : failureIn(ended);
    if (failure !== undefined) await this.#sayFailure(failure, say);
    else if (ended.type === "late") await say("kept_for_later");
    else if (digest !== undefined) {
      if (digest.session !== null) this.#run.emit(digest);
      await say(...keptPhrase(digest));
    }
    return "sleeps";
  }

  /** Has the conversation do a command, and collects its events. */
  async #execute(
    command: SpokenCommand,
    stop: AbortSignal,
    ms: number,
  ): Promise<Ended<readonly TurnEvent[]>> {
    const { conversation } = this.#run.ports;
    const grace = abortLater(stop, maxEndMs);
    const collect = async (late: AbortSignal): Promise<readonly TurnEvent[]> => {
      const all: TurnEvent[] = [];
      if (command.type === "stop" || command.type === "repeat") return all;
      const events = conversation.execute(command, AbortSignal.any([stop, late]));
      for await (const event of events) all.push(event);
      return all;
    };
    const ended = await within(ms, collect, grace.signal);
    grace.end();
    return ended;
  }

  async #sayFailure(error: Of<"error">, say: Say): Promise<void> {
    this.#run.emit(error);
    await say(errorPhrase(error, false) ?? "failed");
  }
}

type Say = (name: PhraseName, values?: PhraseValues) => Promise<void>;

interface Work {
  readonly stop: AbortSignal;
  readonly say: Say;
}

type Of<T extends TurnEvent["type"]> = Extract<TurnEvent, { type: T }>;

const eventOf = <T extends TurnEvent["type"]>(
  events: readonly TurnEvent[],
  type: T,
): Of<T> | undefined => events.find((event): event is Of<T> => event.type === type);

/** The error event; undefined on success or abort. */
function failureIn(ended: Ended<readonly TurnEvent[]>): Of<"error"> | undefined {
  if (ended.type === "done") return eventOf(ended.value, "error");
  if (ended.type === "aborted") return undefined;
  return failureEvent(ended.type === "failed" ? ended.error : tooLate);
}

const tooLate = new LociError("BUSY", "Cannot do what was said: it takes too long; try again");

/** The phrase that says how much of the conversation became memory. */
function keptPhrase(digest: Of<"digest">): [PhraseName, PhraseValues] {
  if (digest.session === null) return ["nothing_new", {}];
  if (digest.status === "waiting") return ["kept_for_later", {}];
  if (digest.status === "off") return ["memory_off", {}];
  const { learned, replaced, saved = [] } = digest;
  const count = learned.length + replaced.length + saved.length;
  return count === 0 ? ["nothing_new", {}] : ["kept", { count }];
}

/** Joins two messages into one, as sure as the less sure of the two. */
function join(before: SpokenMessage, message: SpokenMessage): SpokenMessage {
  const sure = [before.confidence, message.confidence].filter((one) => one !== null);
  return {
    ...message,
    text: `${before.text}\n${message.text}`.slice(0, maxCharacters),
    confidence: sure.length === 0 ? null : Math.min(...sure),
    speechMs: before.speechMs + message.speechMs,
    startSample: before.startSample,
  };
}
