import type { LociError } from "../../errors.ts";
import { createQueue } from "../async/queue.ts";
import { runWithTimeout } from "../async/timeout.ts";
import type { VoiceActivity } from "../audio-ports.ts";
import type { Orchestrator, Press } from "../orchestrator.ts";
import type { VoiceEvent } from "../voice-event.ts";
import type { VoicePorts } from "../voice-ports.ts";
import { assembleCascade, type CascadeComponents } from "./assemble-cascade.ts";
import { openHearing, readRecorder } from "./input/read-recorder.ts";

/**
 * Creates a voice conversation as a pipeline: voice activity detection, speech to text, the conversation, text to
 * speech. The stages run concurrently, so it listens while it thinks and thinks while it speaks. A cascade runs once.
 */
export function createCascade(ports: VoicePorts): Orchestrator {
  let run: CascadeRun | undefined;
  return {
    get state() {
      return run?.state ?? "asleep";
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
    stopSpeaking: () => run?.stopSpeaking(),
    lastFrameAt: () => run?.lastFrameAt() ?? 0,
  };
}

interface CascadeRun extends Omit<Orchestrator, "run"> {
  readonly events: AsyncIterable<VoiceEvent>;
  /** Cancels the run if it has not ended; resolves once everything has stopped. */
  end(): Promise<void>;
}

/** Unread events; beyond this the oldest are dropped. */
const maxEvents = 10_000;
/** Longest wait after a cancel (ms): for replies to be stored, then for the recorder. `loci up` allows 8 s in all. */
const maxEndMs = 5_000;
const maxReleaseMs = 1_000;

/** Starts listening. Ends on abort, or when the recorder has ended and everything it heard is answered. */
function startRun(ports: VoicePorts, signal: AbortSignal): CascadeRun {
  const over = new AbortController();
  const events = createQueue<VoiceEvent>(maxEvents);
  let activity: VoiceActivity | undefined;
  let frameAt = 0;
  const components = assembleCascade(ports, {
    emit: events.push,
    signal: over.signal,
    isSpeech: (pcm) => activity?.isSpeech(pcm) ?? false,
  });
  const cancel = (): void => {
    over.abort(signal.reason);
    stopSpeaking(components);
  };
  const run = async (): Promise<void> => {
    const { troubles } = components.parts;
    events.push({ type: "state", state: components.state() });
    signal.addEventListener("abort", cancel, { once: true });
    if (signal.aborted) cancel();
    activity = await openHearing({ ports, signal: over.signal, troubles });
    const wake = startWakeWord(components);
    const onFrame = (pcm: Int16Array): void => {
      frameAt = ports.elapsed();
      wake.hear(pcm);
    };
    await untilOver(hearAll(components, over.signal, onFrame), components, over.signal);
    cancel();
    signal.removeEventListener("abort", cancel);
    wake.close();
    activity.close();
    events.close();
  };
  const done = run();
  return {
    events,
    get state() {
      return components.state();
    },
    lastFrameAt: () => frameAt,
    press: (press) => takePress(components, press),
    stopSpeaking: () => stopSpeaking(components),
    end() {
      cancel();
      return done;
    },
  };
}

function stopSpeaking({ turnQueue, phrases }: CascadeComponents): void {
  turnQueue.stop("stopped");
  phrases.cancel();
}

function takePress({ parts, input, interrupt }: CascadeComponents, press: Press): void {
  if (parts.signal.aborted || !input.press(press)) return;
  interrupt();
  if (press === "tap") parts.output.playEarcon("listening");
}

/** Feeds the recorder's frames to the cascade until it ends, then waits until everything is answered. */
async function hearAll(
  components: CascadeComponents,
  signal: AbortSignal,
  onSound: (pcm: Int16Array) => void,
): Promise<void> {
  const { input, parts, noteSilence, whenIdle } = components;
  const { ports, troubles, refresh } = parts;
  await readRecorder({
    ...{ ports, signal, troubles },
    onFrame(frame) {
      onSound(frame.pcm);
      input.hear(frame);
      refresh();
    },
    async onPause() {
      input.finish();
      noteSilence(true);
      await whenIdle();
      input.playbackEnded(false);
      noteSilence(false);
    },
  });
  input.finish();
  noteSilence(true);
  await whenIdle();
}

/** Waits until listening ends. After an abort it waits a limited time for replies to be stored. */
async function untilOver(
  hearing: Promise<void>,
  { whenIdle }: CascadeComponents,
  signal: AbortSignal,
): Promise<void> {
  const cancelled = new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
    if (signal.aborted) resolve();
  });
  await Promise.race([hearing, cancelled]);
  if (!signal.aborted) return;
  await runWithTimeout(maxEndMs, whenIdle);
  await runWithTimeout(maxReleaseMs, () => hearing);
}

/** Starts the wake word detector. With barge-in off it gets no sound during playback, which would be the agent's own. */
function startWakeWord(components: CascadeComponents) {
  const { parts, input } = components;
  const { ports, output, troubles, attention, refresh } = parts;
  const { wakeWord, options } = ports;
  const isDeaf = (): boolean => output.isSpeaking && options.bargeIn === "off";
  const wake = (): void => {
    if (isDeaf() || parts.signal.aborted) return;
    if (output.isSpeaking) components.interrupt();
    input.rearm();
    attention.wake(input.sample);
    output.playEarcon("listening");
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
