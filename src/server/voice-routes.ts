import type { Voice } from "../app/voice/open-voice.ts";
import { LociError } from "../errors.ts";
import { speakerOf } from "./caller.ts";
import { agent, flag, maybe, oneOf, viewer } from "./fields.ts";
import { type Operation, operation } from "./operation.ts";
import { sendEvents } from "./send-events.ts";
import type { ServedLoci } from "./start-server.ts";

/** Voice on this device, or why it is not running although it is enabled. */
export interface ServedVoice {
  readonly running?: Pick<Voice, "state" | "inUse" | "troubles" | "press" | "stopSpeaking">;
  readonly problem?: string;
}

/** `/api/voice`: state and button of this device's voice, and recorded messages from elsewhere. */
export const voiceOperations = (
  loci: Pick<ServedLoci, "voice">,
  voice: ServedVoice = {},
): readonly Operation[] => [
  operation({
    at: "GET /api/voice",
    summary: "Says whether this device listens, and by which parts.",
    async reply() {
      const { running, problem } = voice;
      if (running === undefined) return { running: false, problem: problem ?? null };
      const { state, inUse } = running;
      const cannotHear = deafness(running) ?? null;
      return { running: true, problem: cannotHear, state, ...inUse, troubles: running.troubles() };
    },
  }),
  operation({
    at: "POST /api/voice",
    summary: "Answers a recorded message: a WAV file.",
    query: {
      session: maybe("The conversation to go on with"),
      person: viewer.person,
      agent,
      speak: flag("The reply comes as speech too"),
    },
    bodyType: "audio/wav",
    answer: "events",
    async reply({ query: { session, speak = false, ...who }, caller, c }) {
      const answer = await loci.voice.recordedTurn({
        wav: new Uint8Array(await c.req.arrayBuffer()),
        conversation: {
          ...who,
          ...speakerOf(caller),
          ...(session !== undefined && { resume: session }),
        },
        speak,
      });
      return sendEvents(c, answer);
    },
  }),
  operation({
    at: "POST /api/voice/press",
    needs: "owner",
    summary: "Presses the button of this device.",
    body: { press: oneOf("down", "up", "tap") },
    async reply({ body: { press } }) {
      const running = runningOf(voice);
      const problem = deafness(running);
      // A held button can be released even if the microphone has failed meanwhile.
      if (press !== "up" && problem !== undefined) throw new LociError("AUDIO_FAILED", problem);
      running.press(press);
      return { pressed: press };
    },
  }),
  operation({
    at: "POST /api/voice/hush",
    needs: "owner",
    summary: "Cuts off what this device says.",
    async reply() {
      runningOf(voice).stopSpeaking();
      return { hushed: true };
    },
  }),
];

type Running = NonNullable<ServedVoice["running"]>;

/** Why it cannot hear now; undefined if it can. */
const deafness = (running: Running): string | undefined =>
  running.troubles().find(({ part }) => part === "microphone")?.message;

function runningOf({ running, problem }: ServedVoice): Running {
  if (running !== undefined) return running;
  const state =
    problem === undefined
      ? 'they do not run; set voice.enabled in device.yaml and start "loci up" again'
      : `they do not run (${problem})`;
  throw new LociError("NOT_FOUND", `Cannot reach the ears of this device: ${state}`);
}
