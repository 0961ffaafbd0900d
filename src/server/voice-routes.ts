import { LociError } from "../errors.ts";
import { objectAnswer } from "./answer-schemas.ts";
import { pressSchema, recordedTurnSchema } from "./api-schemas.ts";
import { speakerOf } from "./caller.ts";
import { Refusal } from "./failure.ts";
import { type Asked, type Operation, operation } from "./operation.ts";
import { readWavBody } from "./read-body.ts";
import { ok, type Reply } from "./reply.ts";
import type { RunningVoice, ServedLoci, ServedVoice } from "./server-ports.ts";

/** `/api/voice`: state and button of this device's voice, and recorded messages from elsewhere. */
export function voiceOperations(
  loci: Pick<ServedLoci, "voice">,
  voice: ServedVoice = {},
): readonly Operation[] {
  const takeTurn = createTurnTaker(loci);
  return [
    operation({
      ...{ method: "GET", path: "/api/voice", needs: "read" },
      summary: "Says whether this device listens, and by which parts.",
      answer: objectAnswer,
      async reply() {
        const { running, problem = null } = voice;
        return ok(
          running === undefined
            ? { running: false, problem }
            : { running: true, problem: running.problem() ?? null, ...running.state() },
        );
      },
    }),
    operation({
      ...{ method: "POST", path: "/api/voice", needs: "write" },
      summary: "Answers a recorded message.",
      ...{ query: recordedTurnSchema, bodyType: "audio/wav", answer: "events" },
      reply: takeTurn,
    }),
    operation({
      ...{ method: "POST", path: "/api/voice/press", needs: "owner" },
      summary: "Presses the button of this device.",
      body: pressSchema,
      answer: objectAnswer,
      async reply({ body: { press } }) {
        const running = runningOf(voice);
        // A held button can be released even if the microphone has failed meanwhile.
        if (press !== "up") checkHears(running);
        running.press(press);
        return ok({ pressed: press });
      },
    }),
    operation({
      ...{ method: "POST", path: "/api/voice/hush", needs: "owner" },
      summary: "Cuts off what this device says.",
      answer: objectAnswer,
      async reply() {
        runningOf(voice).stopSpeaking();
        return ok({ hushed: true });
      },
    }),
  ];
}

function runningOf({ running, problem }: ServedVoice): RunningVoice {
  if (running !== undefined) return running;
  throw new LociError(
    "NOT_FOUND",
    problem === undefined
      ? 'Cannot reach the ears of this device: they do not run; set voice.enabled in device.yaml and start "loci up" again'
      : `Cannot reach the ears of this device: they do not run (${problem})`,
  );
}

function checkHears(running: RunningVoice): void {
  const problem = running.problem();
  if (problem !== undefined) throw new Refusal("CANNOT_HEAR", problem);
}

/** Most recorded messages answered at once; each holds a recording in memory and keeps a transcriber busy. */
const maxTurns = 4;

/** Returns a handler that answers recorded messages, one at a time per conversation. */
function createTurnTaker(loci: Pick<ServedLoci, "voice">) {
  const busy = new Set<symbol | string>();
  return async ({
    request,
    query: { session, speak = false, ...who },
    caller,
  }: Asked<typeof recordedTurnSchema.shape>): Promise<Reply> => {
    const turn = session ?? Symbol("a conversation of its own");
    const refuseWhenBusy = (): void => {
      if (busy.has(turn)) throw tooBusy(`the conversation "${session}" is being answered`);
      if (busy.size >= maxTurns) throw tooBusy(`${maxTurns} others are being answered`);
    };
    refuseWhenBusy();
    // A body may trickle in for minutes, so it doesn't count as busy yet.
    const wav = await readWavBody(request);
    refuseWhenBusy();
    busy.add(turn);
    const release = (): void => void busy.delete(turn);
    try {
      const resume = session === undefined ? {} : { resume: session };
      const answer = await loci.voice.recordedTurn({
        wav,
        conversation: { ...who, ...speakerOf(caller), ...resume },
        speak,
      });
      return { type: "events", events: (signal) => untilOver(answer, signal, release) };
    } catch (error) {
      release();
      throw error;
    }
  };
}

function untilOver(
  answer: (signal: AbortSignal) => AsyncIterable<object>,
  signal: AbortSignal,
  release: () => void,
): AsyncIterable<object> {
  // If the client leaves before the first event, the generator below never runs.
  if (signal.aborted) release();
  else signal.addEventListener("abort", release, { once: true });
  return (async function* () {
    try {
      yield* answer(signal);
    } finally {
      release();
    }
  })();
}

const tooBusy = (state: string): LociError =>
  new LociError("BUSY", `Cannot take another recorded turn: ${state}; try again in a moment`);
