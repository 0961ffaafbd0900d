import type { TurnEvent } from "../../agent/turn-event.ts";
import { LociError } from "../../errors.ts";
import { parseCommand, type SpokenCommand } from "../../language/commands/parse-command.ts";
import type { PhraseName, PhraseValues } from "../../language/phrases.ts";
import { within } from "../../within.ts";
import type { Marks } from "../turn-times.ts";
import { Answer, errorPhrase, failureEvent, wordAfter } from "./answer.ts";
import type { Cascade } from "./cascade.ts";

/** The transcript of an utterance addressed to the agent. */
export interface SpokenMessage {
  readonly text: string;
  /** As the transcriber names it; null if it doesn't say. */
  readonly language: string | null;
  readonly confidence: number | null;
  readonly speechMs: number;
  /** Spoken while the button was active, so it is complete once the button is released. */
  readonly isPushToTalk: boolean;
  readonly marks: Marks;
}

interface Waiting {
  readonly message: SpokenMessage;
  readonly command: SpokenCommand | undefined;
}

/** Longest wait for a change of the vault, and for a digestion, which otherwise stays queued on disk (ms). */
const maxWorkMs = 30_000;
const maxDigestionMs = 180_000;
/** Longest wait after an abort (ms): nothing else may start while the vault is being changed. */
const maxEndMs = 4_000;

/** Answers spoken messages and does what they command, one at a time, in order. */
export class Dialog {
  isBusy = false;
  readonly #run: Cascade;
  readonly #waiting: Waiting[] = [];
  #current = new AbortController();
  #lastReply = "";

  constructor(run: Cascade) {
    this.#run = run;
  }

  /** Answers a message now, or once the current answer is done. Waiting messages are joined into one. */
  take(message: SpokenMessage): void {
    const command = parseCommand(message.text, this.#run.languageOf(message));
    const next = { message, command };
    const type = command?.type;
    const last = this.#waiting.at(-1);
    if (type === "forget_that" && last !== undefined) {
      // It is about the message that still waits.
      this.#waiting.pop();
      this.#run.emit({ type: "command", command: "forget_that" });
      void this.#run.mouth.phrase("forgotten", { text: last.message.text });
    } else if (this.isBusy && (type === "stop" || type === "forget_that")) {
      this.#current.abort("interrupted");
      if (this.#waiting[0]?.command?.type !== type) this.#waiting.unshift(next);
    } else if (last !== undefined && last.command === undefined && type === undefined) {
      this.#waiting.splice(-1, 1, { ...next, message: join(last.message, message) });
    } else this.#waiting.push(next);
    if (!this.isBusy) void this.#drain();
  }

  /** Cuts off the current answer; "stopped" also drops the waiting messages. */
  stop(reason: "interrupted" | "stopped"): void {
    if (reason === "stopped") this.#waiting.length = 0;
    this.#current.abort(reason);
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
      const { message, command } = next;
      if (command === undefined) await this.#answer(message);
      else await this.#obey(command, run.languageOf(message));
      if (command?.type === "end" || command?.type === "stop") run.attention.sleep();
      else run.listenOn();
    }
    this.isBusy = false;
    run.refresh();
  }

  async #answer(message: SpokenMessage): Promise<void> {
    const text = await new Answer(this.#run, message, this.#current.signal).give();
    if (text !== "") this.#lastReply = text;
  }

  async #obey(command: SpokenCommand, language: string): Promise<void> {
    const { mouth, emit } = this.#run;
    const { signal } = this.#current;
    emit({ type: "command", command: command.type });
    const say: Say = (name, values) => mouth.phrase(name, values, { signal, language });
    switch (command.type) {
      case "forget_that":
      case "end":
        return this.#execute(command, say);
      case "forget":
        return say("nothing_forgotten"); // A memory is deleted in writing, where it can be read first.
      case "repeat":
        if (this.#lastReply === "") return say("sorry");
        return mouth.text(this.#lastReply, { signal, language: () => this.#run.language });
      case "help":
        return say("help");
      case "stop":
        mouth.earcon("done");
    }
  }

  /** Has the conversation do a command, and says what came of it; nothing if it was called off. */
  async #execute(command: Executed, say: Say): Promise<void> {
    const { signal } = this.#current;
    const isEnd = command.type === "end";
    const timer = setTimeout(() => void say("one_moment"), wordAfter);
    const executed = Array.fromAsync(this.#run.ports.conversation.execute(command, signal));
    let ended = await within(isEnd ? maxDigestionMs : maxWorkMs, () => executed, signal);
    if (ended.type === "aborted") ended = await within(maxEndMs, () => executed);
    clearTimeout(timer);
    if (ended.type === "done") for (const event of ended.value) await this.#report(event, say);
    else if (ended.type === "failed") await this.#report(failureEvent(ended.error), say);
    else if (signal.aborted) return;
    else if (isEnd) await say("kept_for_later");
    else await this.#report(failureEvent(tooLate), say);
  }

  async #report(event: TurnEvent, say: Say): Promise<void> {
    if (event.type === "error") {
      this.#run.emit(event);
      await say(errorPhrase(event, false) ?? "failed");
    } else if (event.type === "digest") {
      if (event.session !== null) this.#run.emit(event);
      await say(...keptPhrase(event));
    } else if (event.type === "taken_back") {
      const { said, forgotten, kept } = event;
      if (said === null) await say("nothing_to_take_back");
      else await say("forgotten", { text: forgotten.length > 0 ? forgotten.join("; ") : said });
      // What was changed since stays, although the message it came from was taken back.
      if (kept.length > 0) await say("changed_and_stays", { text: kept.join("; ") });
    }
  }
}

type Executed = Extract<SpokenCommand, { readonly type: "forget_that" | "end" }>;

type Say = (name: PhraseName, values?: PhraseValues) => Promise<void>;

const tooLate = new LociError("BUSY", "Cannot do what was said: it takes too long; try again");

/** The phrase that says how much of the conversation became memory. */
function keptPhrase(digest: Extract<TurnEvent, { type: "digest" }>): [PhraseName, PhraseValues] {
  if (digest.session === null) return ["nothing_new", {}];
  if (digest.status === "waiting") return ["kept_for_later", {}];
  if (digest.status === "off") return ["memory_off", {}];
  const isNew = ({ status }: (typeof digest.outcomes)[number]): boolean =>
    status !== "known" && status !== "kept";
  const count = digest.outcomes.filter(isNew).length;
  return count === 0 ? ["nothing_new", {}] : ["kept", { count }];
}

/** Joins two messages into one, as sure as the less sure of the two. */
function join(before: SpokenMessage, message: SpokenMessage): SpokenMessage {
  const sure = [before.confidence, message.confidence].filter((one) => one !== null);
  return {
    ...message,
    text: `${before.text}\n${message.text}`,
    confidence: sure.length === 0 ? null : Math.min(...sure),
    speechMs: before.speechMs + message.speechMs,
  };
}
