import type { TurnEvent } from "../agent/turn-event.ts";
import type { RejectReason, VoiceEvent } from "../voice/voice-event.ts";
import type { Call } from "./command.ts";
import { createShow } from "./render-events.ts";

/** Shows an event of a voice conversation; false if it is a failure. */
export type RenderVoiceEvent = (event: VoiceEvent) => boolean;

/**
 * Creates a renderer: text for people, or with `--json` one event per line. With `words` false, what was said is left out
 * in both, because a log should not keep it.
 */
export function createVoiceRenderer(call: Call, shown: Shown): RenderVoiceEvent {
  const { words } = shown;
  const showJson = words ? call.printJson : printWithoutWords(call);
  const show = call.json ? showJson : showText(call, shown);
  return (event) => {
    show(event);
    return isFine(event);
  };
}

interface Shown {
  readonly words: boolean;
}

/** Removes from an event what was said, remembered or found; undefined if nothing is left. */
function withoutWords(event: VoiceEvent): object | undefined {
  switch (event.type) {
    case "delta":
      return undefined;
    case "heard": {
      const { text: _, ...rest } = event;
      return rest;
    }
    case "message": {
      const { content: _, ...rest } = event;
      return rest;
    }
    case "spoken":
      return { type: event.type, isInterrupted: event.isInterrupted };
    case "tool":
      return { type: event.type, name: event.name };
    case "recall":
    case "topic":
    case "found":
    case "taken_back":
    case "undo":
    case "why":
      return { type: event.type };
    case "digest":
      return { type: event.type, session: event.session, status: event.status };
    default:
      return event;
  }
}

const printWithoutWords =
  (call: Call): ((event: VoiceEvent) => void) =>
  (event) => {
    const rest = withoutWords(event);
    if (rest !== undefined) call.printJson(rest);
  };

/** False if the event means that something said was lost. */
function isFine(event: VoiceEvent): boolean {
  if (event.type === "heard") return event.why !== "failed";
  return event.type !== "error" && !(event.type === "trouble" && event.part === "transcriber");
}

function showText(call: Call, { words }: Shown): (event: VoiceEvent) => void {
  // Only on a terminal: in a log, everything heard would be thousands of lines a day.
  const isSeen = call.stdout.isTTY === true;
  const describeSyncState = isSeen ? createStates(call) : () => {};
  const showTurn = createTurns(call, words);
  return (event) => {
    switch (event.type) {
      case "state":
        return describeSyncState(event.state);
      case "heard":
        if (event.taken ? words : isSeen) sayHeard(call, event);
        return;
      case "trouble":
        return call.error(event.message);
      case "mended":
        return call.note(`The ${event.part} works again`);
      case "command":
        return call.aside(`· command: ${event.command}`);
      default:
        showTurn(event);
    }
  };
}

function createStates(call: Call): (state: string) => void {
  let last = "";
  return (state) => {
    if (state !== last) call.aside(`· ${state}`);
    last = state;
  };
}

function createTurns(
  call: Call,
  words: boolean,
): (event: TurnEvent | Of<"spoken"> | Of<"latency">) => void {
  const show = createShow(call.stdout.isTTY === true ? wholeLines(call) : call);
  return (event) => {
    // A reply has already been shown as text; a fixed phrase has not.
    if (event.type === "spoken") saySpoken(call, event, words && event.isOwn === true);
    else if (event.type !== "latency") {
      if (words || event.type === "error") show(event);
      if (isWholeReply(event)) show(undefined);
    }
  };
}

/** True at the end of a reply, which doesn't end with a line break. */
const isWholeReply = (event: TurnEvent): boolean =>
  event.type === "message" && event.role === "assistant";

function saySpoken(call: Call, { text, isInterrupted }: Of<"spoken">, isShown: boolean): void {
  if (isShown) call.print(text);
  if (isInterrupted) call.aside("· interrupted");
}

type Of<T extends VoiceEvent["type"]> = Extract<VoiceEvent, { type: T }>;

function sayHeard(call: Call, event: Of<"heard">): void {
  const { taken, text, why } = event;
  if (taken) call.print(`You: ${text}`);
  else if (why === "unclear") call.aside(`· not sure: ${howSure(event)}`);
  else if (why !== undefined) call.aside(`· not taken: ${whyNotTaken[why]}`);
}

/** Formats an unclear transcript and its confidence. */
export const howSure = ({ text, confidence }: Of<"heard">): string =>
  `"${text}" (${confidence?.toFixed(2)})`;

/** Texts for the reasons of rejection. */
export const whyNotTaken: Readonly<Record<RejectReason, string>> = {
  noise: "no speech",
  empty: "no words",
  failed: "it could not be transcribed",
  unclear: "not understood for sure",
  invented: "what a transcriber makes of silence",
  own_voice: "my own voice",
  not_addressed: "said to somebody else",
  endless: "it did not end",
};

/** Wraps a call to print whole lines only, because a prompt may be below. */
function wholeLines(call: Call): Call {
  let held = "";
  return {
    ...call,
    write(text) {
      const lines = (held + text).split("\n");
      held = lines.pop() ?? "";
      for (const line of lines) call.print(line);
    },
  };
}
