import type { LociError } from "../../errors.ts";
import type { VoiceActivity } from "../audio-ports.ts";
import type { Orchestrator, Press } from "../orchestrator.ts";
import type { VoiceEvent, VoiceState } from "../voice-event.ts";
import type { VoicePorts } from "../voice-ports.ts";
import { createQueue } from "../waiting/queue.ts";
import { settleWithin } from "../waiting/settle-within.ts";
import { listen, openHearing } from "./ear/listen.ts";
import { type WiredCascade, wireCascade } from "./wire-cascade.ts";

/**
 * A conversation by voice, in steps: sound, speech to text, the conversation, text to speech. Each step is read while the
 * others work: it hears while it thinks, thinks on while it speaks. It runs once.
 */
export function createCascade(ports: VoicePorts): Orchestrator {
  let run: CascadeRun | undefined;
  return {
    get state() {
      return run?.state() ?? "asleep";
    },
    async *run(signal) {
      if (run !== undefined) return;
      run = startRun(ports, signal);
      try {
        yield* run.events;
      } finally {
        await run.end();
      }
    },
    press: (press) => run?.press(press),
    type: (text) => run?.type(text),
    hush: () => run?.hush(),
    lastFrameAt: () => run?.lastFrameAt() ?? 0,
  };
}

/** A cascade while it runs. */
interface CascadeRun {
  readonly events: AsyncIterable<VoiceEvent>;
  readonly state: () => VoiceState;
  readonly lastFrameAt: () => number;
  press(press: Press): void;
  type(text: string): void;
  hush(): void;
  /** Calls it off where it still runs; resolves when nothing of it does. */
  end(): Promise<void>;
}

/** Unread events beyond these are dropped. */
const maxEvents = 10_000;
/** Longest wait for what was called off (ms): `loci up` grants 8 s in all. */
const longestEnd = 5_000;
const longestLetGo = 1_000;

/** Begins to listen; ends when called off, or with the recorder and all that came of it. */
function startRun(ports: VoicePorts, signal: AbortSignal): CascadeRun {
  const over = new AbortController();
  const events = createQueue<VoiceEvent>(maxEvents);
  let activity: VoiceActivity | undefined;
  let frameAt = 0;
  const wired = wireCascade(ports, {
    emit: events.push,
    signal: over.signal,
    isSpeech: (pcm) => activity?.isSpeech(pcm) ?? false,
  });
  const callOff = (): void => {
    over.abort(signal.reason);
    hush(wired);
  };
  const run = async (): Promise<void> => {
    const { troubles } = wired.parts;
    events.push({ type: "state", state: wired.state() });
    signal.addEventListener("abort", callOff, { once: true });
    if (signal.aborted) callOff();
    activity = await openHearing({ ports, signal: over.signal, troubles });
    const wake = startWakeWord(wired);
    const onFrame = (pcm: Int16Array): void => {
      frameAt = ports.elapsed();
      wake.hear(pcm);
    };
    await untilOver(hearAll(wired, over.signal, onFrame), wired, over.signal);
    callOff();
    signal.removeEventListener("abort", callOff);
    wake.close();
    activity.close();
    events.close();
  };
  const done = run();
  return {
    events,
    state: wired.state,
    lastFrameAt: () => frameAt,
    press: (press) => takePress(wired, press),
    type: (text) => wired.typing.type(text),
    hush: () => hush(wired),
    end() {
      callOff();
      return done;
    },
  };
}

function hush({ turnQueue, phrases }: WiredCascade): void {
  turnQueue.stop("stopped");
  phrases.hush();
}

function takePress({ parts, ear, interrupt }: WiredCascade, press: Press): void {
  if (parts.signal.aborted || !ear.press(press)) return;
  interrupt();
  if (press === "tap") parts.mouth.sound("listening");
}

/** Hears until the recorder ends, and waits for what comes of it. */
async function hearAll(
  wired: WiredCascade,
  signal: AbortSignal,
  onSound: (pcm: Int16Array) => void,
): Promise<void> {
  const { ear, parts, noteSilence, whenIdle } = wired;
  const { ports, troubles, refresh } = parts;
  await listen({
    ...{ ports, signal, troubles },
    onFrame(frame) {
      onSound(frame.pcm);
      ear.hear(frame);
      refresh();
    },
    async onPause() {
      ear.finish();
      noteSilence(true);
      await whenIdle();
      ear.fellSilent(false);
      noteSilence(false);
    },
  });
  ear.finish();
  noteSilence(true);
  await whenIdle();
}

/** Waits for the end of hearing; called off, only for what must still be kept. */
async function untilOver(
  hearing: Promise<void>,
  { whenIdle }: WiredCascade,
  signal: AbortSignal,
): Promise<void> {
  const calledOff = new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
    if (signal.aborted) resolve();
  });
  await Promise.race([hearing, calledOff]);
  if (!signal.aborted) return;
  await settleWithin(longestEnd, whenIdle);
  await settleWithin(longestLetGo, () => hearing);
}

/** What hears the wake word hears all sound, but not the agent's own where it does not cancel it. */
function startWakeWord(wired: WiredCascade) {
  const { parts, ear } = wired;
  const { ports, mouth, troubles, attending, refresh } = parts;
  const { wakeWord, options } = ports;
  const isDeaf = (): boolean => mouth.isSpeaking && options.bargeIn === "off";
  const wake = (): void => {
    if (isDeaf() || parts.signal.aborted) return;
    if (mouth.isSpeaking) wired.interrupt();
    ear.rearm();
    attending.woken();
    mouth.sound("listening");
    refresh();
  };
  const attempt = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      troubles.report("wake", error);
    }
  };
  const trouble = (error: LociError | undefined): void => {
    if (error === undefined) troubles.mend("wake");
    else troubles.report("wake", error);
  };
  attempt(() => wakeWord?.start({ wake, trouble }));
  return {
    hear(pcm: Int16Array): void {
      if (!isDeaf()) attempt(() => wakeWord?.push(pcm));
    },
    close: () => attempt(() => wakeWord?.close()),
  };
}
