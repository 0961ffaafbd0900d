import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { observe, startTimer } from "../diagnostics.ts";
import { LociError, messageOf } from "../errors.ts";
import type { SaidMessage } from "../models/requests.ts";
import { heardClearly } from "../session/heard-clearly.ts";
import { redact } from "../session/private-data/redact.ts";
import type { Digestion } from "../session/queue.ts";
import type { Message } from "../session/session.ts";
import { applyPlan, type Done } from "./apply-plan.ts";
import { restOf } from "./circuit-breaker.ts";
import type { DigestPorts } from "./digest-ports.ts";
import { extract } from "./extract.ts";
import { makePlan, type Plan, planSchema, type Work } from "./plan.ts";
import { saveTranscript, toTranscript } from "./transcript/keep-transcripts.ts";

export interface DigestedText {
  readonly text: string;
  readonly file: string;
}

/** What became of one conversation. */
export interface Digested {
  readonly session: string;
  /** `waiting`: on disk, for later; `nothing`: no memory came of it; `off`: digestion is switched off. */
  readonly status: "digested" | "nothing" | "waiting" | "off";
  readonly learned: readonly DigestedText[];
  readonly replaced: readonly DigestedText[];
  readonly known: readonly DigestedText[];
  /** Saved while the conversation went on, and still there. */
  readonly saved: readonly DigestedText[];
  /** What was told or proposed and is not kept, with the reason as the log names it. */
  readonly leftOut: readonly { readonly text: string; readonly reason: string }[];
  /** A sentence for the person, where it waits. */
  readonly reason?: string;
}

/**
 * Turns one waiting conversation into memory: extract, reconcile, apply, each kept before the next begins, so that it
 * goes on where it stopped. What fails leaves the conversation in the queue, with the reason and a time to wait; throws
 * only where the queue itself cannot be written.
 */
export async function digestSession(
  ports: DigestPorts,
  digestion: Digestion,
  signal?: AbortSignal,
): Promise<Digested> {
  const { session: id, attempts } = digestion;
  const { settings, modelErrors, modelKey } = ports;
  if (!settings.privacy.enabled || !settings.digest.enabled) return outcome(id, "off");
  try {
    const done = startTimer("digestion");
    const digested = await goOn(ports, digestion, signal);
    if (digested.status === "digested") done();
    return digested;
  } catch (error) {
    const failure = error instanceof LociError && error.code === "MODEL_FAILED" ? error : undefined;
    if (signal?.aborted === true || failure?.data.reason === "aborted") {
      return waiting(id, "it was interrupted");
    }
    const reason = messageOf(error);
    if (failure !== undefined) {
      modelErrors.note(modelKey);
      const restMs = restOf(modelErrors, modelKey, settings.digest);
      if (restMs > 0) observe({ type: "guard", restMs });
    }
    ports.queue.fail(id, { reason, afterMs: backOffMs(attempts + 1) });
    return waiting(id, reason);
  }
}

async function goOn(
  ports: DigestPorts,
  digestion: Digestion,
  signal: AbortSignal | undefined,
): Promise<Digested> {
  const { sessions, settings, queue, model, now, timeAt } = ports;
  const { session: id, upTo, attempts } = digestion;
  const session = sessions.find(id);
  if (session === undefined) return outcome(id, "nothing");
  const messages = sessions.messages(id, { limit: Number.POSITIVE_INFINITY, upTo });
  const work: Work = {
    ports,
    session,
    messages,
    conversation: toConversation(messages, (ms) => timeAt(ms).slice(0, 10)),
    redact: settings.privacy.anonymize === "all" ? redact : (text) => text,
  };
  const kept = readPlan(digestion.plan);
  if (kept !== undefined) return apply(work, kept);
  if (!work.conversation.some(({ role }) => role === "user")) {
    queue.finish(id, null); // Noise only: there is nothing to ask a model about.
    return outcome(id, "nothing");
  }
  const shutMs = restOf(ports.modelErrors, ports.modelKey, settings.digest);
  if (model !== undefined && shutMs > 0) {
    const until = timeAt(now() + shutMs + 59_999).slice(11, 16);
    const rests = `the model (${model.id}) failed too often; it rests a few minutes, until ${until}`;
    return waiting(id, `${rests}; "loci doctor" says what is wrong`);
  }
  queue.begin(id);
  const extracted = await extract(ports, { ...work, attempts }, signal);
  await yieldToEventLoop(); // Rules answer without waiting for anything: a signal would not be heard.
  signal?.throwIfAborted();
  const plan = await makePlan(work, extracted);
  queue.keep(id, JSON.stringify(plan));
  return apply(work, plan);
}

async function apply({ ports, session, messages, redact }: Work, plan: Plan): Promise<Digested> {
  const { settings, queue, sessions, timeAt } = ports;
  const { privacy } = settings;
  const { id } = session;
  const changeFile = ports.undoable(`digest ${plan.conversation}`);
  const done = await applyPlan(changeFile, plan, settings);
  const keeps = { text: privacy.saveTranscripts, voice: privacy.saveVoiceTranscripts };
  const { conversation } = plan;
  const transcript = toTranscript(session, messages, { conversation, timeAt, redact, keeps });
  if (transcript !== null)
    await saveTranscript(changeFile, transcript, () => sessions.find(id) !== undefined);
  queue.finish(id, privacy.crossSession ? plan.resolved : null);
  try {
    await ports.commit();
  } catch (error) {
    // What was learned is on disk and noted: the next commit takes it along.
    ports.report(`Cannot commit yet what was learned: ${messageOf(error)}`);
  }
  const linesOf = (type: Done["type"]): DigestedText[] =>
    done.flatMap((one) =>
      "file" in one && one.type === type ? { text: one.text, file: one.file } : [],
    );
  const lines = {
    learned: linesOf("learned"),
    replaced: linesOf("replaced"),
    known: linesOf("known"),
    saved: linesOf("saved"),
  };
  const leftOut = done.flatMap((one) =>
    one.type === "kept" && one.reason.startsWith("not saved")
      ? { text: one.text, reason: one.reason }
      : [],
  );
  const isNothing = Object.values(lines).every(({ length }) => length === 0);
  return outcome(id, isNothing ? "nothing" : "digested", { ...lines, leftOut });
}

/** The plan that was kept; one of another form, or damaged, is made again from the conversation, which is still there. */
function readPlan(kept: string | null): Plan | undefined {
  try {
    return kept === null ? undefined : planSchema.safeParse(JSON.parse(kept)).data;
  } catch {
    return undefined;
  }
}

/** What became of a conversation, in full. */
export const outcome = (
  session: string,
  status: Digested["status"],
  more: Partial<Digested> = {},
): Digested => ({
  session,
  status,
  learned: [],
  replaced: [],
  known: [],
  saved: [],
  leftOut: [],
  ...more,
});

/** The outcome of what is tried again later. */
export const waiting = (session: string, why: string): Digested =>
  outcome(session, "waiting", {
    reason: `The conversation is not in memory yet, and waits on disk: ${why}`,
  });

const minutes = [1, 5, 15];

/** How long a conversation waits after its nth failed attempt (ms): 1, 5, 15 minutes, then an hour each time. */
export const backOffMs = (failures: number): number => (minutes[failures - 1] ?? 60) * 60_000;

/**
 * What was said, as a digestion takes it: no tool calls, nothing that a transcriber was unsure of or makes up when
 * there is no speech, nor the reply to it, which may repeat it.
 */
export function toConversation(
  messages: readonly Message[],
  dayAt: (ms: number) => string,
): readonly SaidMessage[] {
  return heardClearly(messages).flatMap(({ id, role, content, language, at }) => {
    if (role === "tool" || content.trim() === "") return [];
    return { id, role, content, language, date: dayAt(at) };
  });
}
