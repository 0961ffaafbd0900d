import type { TurnEvent } from "../agent/turn-event.ts";
import type { RejectReason, VoiceEvent } from "../voice/voice-event.ts";
import type { Call } from "./command.ts";
import { createShow } from "./render-events.ts";

/**
 * Creates a function that shows an event of a voice conversation, and returns false if something said was lost: as text
 * for people, or with `--json` one event per line. With `words` false, what was said is left out in both, because a log
 * should not keep it.
 */
export function createVoiceRenderer(
  call: Call,
  { words }: { readonly words: boolean },
): (event: VoiceEvent) => boolean {
  const show = call.json ? showJson(call, words) : showText(call, words);
  return (event) => {
    show(event);
    if (event.type === "heard") return event.why !== "failed";
    return event.type !== "error" && !(event.type === "trouble" && event.part === "transcriber");
  };
}

/** Events that hold nothing of what was said, remembered or found. */
const wordless = "state session latency command trouble mended error mode language handoff";

function showJson(call: Call, words: boolean): (event: VoiceEvent) => void {
  if (words) return call.printJson;
  return (event) => {
    if (wordless.split(" ").includes(event.type)) call.printJson(event);
  };
}

function showText(call: Call, words: boolean): (event: VoiceEvent) => void {
  // Only on a terminal: in a log, everything heard would be thousands of lines a day.
  const isSeen = call.stdout.isTTY === true;
  const show = createShow(isSeen ? wholeLines(call) : call);
  let last = "";
  return (event) => {
    switch (event.type) {
      case "state":
        if (isSeen && event.state !== last) call.aside(`· ${event.state}`);
        last = event.state;
        return;
      case "heard":
        if (event.taken ? words : isSeen) sayHeard(call, event);
        return;
      case "trouble":
        return call.error(event.message);
      case "mended":
        return call.note(`The ${event.part} works again`);
      case "command":
        return call.aside(`· command: ${event.command}`);
      case "spoken":
        return saySpoken(call, event, words);
      case "latency":
        return;
      default:
        sayTurn(show, event, words);
    }
  };
}

function sayTurn(show: ReturnType<typeof createShow>, event: TurnEvent, words: boolean): void {
  if (words || event.type === "error") show(event);
  // A reply doesn't end with a line break.
  if (event.type === "message" && event.role === "assistant") show(undefined);
}

/** A reply has already been shown as text; a fixed phrase has not. */
function saySpoken(
  call: Call,
  { text, isOwn, isInterrupted }: Extract<VoiceEvent, { type: "spoken" }>,
  words: boolean,
): void {
  if (words && isOwn === true) call.print(text);
  if (isInterrupted) call.aside("· interrupted");
}

export type Heard = Extract<VoiceEvent, { type: "heard" }>;

function sayHeard(call: Call, event: Heard): void {
  if (event.taken) call.print(`You: ${event.text}`);
  else call.aside(`· not taken: ${whyNotTaken(event)}`);
}

/** Says why an utterance was not accepted. */
export function whyNotTaken({ why = "noise", text, confidence }: Heard): string {
  return why === "unclear"
    ? `${reasons[why]}: "${text}" (${confidence?.toFixed(2)})`
    : reasons[why];
}

const reasons: Readonly<Record<RejectReason, string>> = {
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
