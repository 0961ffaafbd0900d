import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { observe, startTimer } from "../diagnostics.ts";
import { LociError, messageOf } from "../errors.ts";
import type { SaidMessage } from "../models/requests.ts";
import { heardClearly } from "../session/heard-clearly.ts";
import { redact as redactText } from "../session/private-data/redact.ts";
import type { Digestion } from "../session/queue.ts";
import type { Message, Session } from "../session/session.ts";
import { applyPlan, type Done } from "./apply-plan.ts";
import { restOf } from "./circuit-breaker.ts";
import type { Digested, DigestedText, DigestPorts } from "./digest-ports.ts";
import { extract, extractAlone } from "./extract/extract.ts";
import { gatherInput } from "./gather-input.ts";
import { makePlan } from "./make-plan.ts";
import { type Plan, planSchema } from "./plan.ts";
import { saveTranscript, toTranscript } from "./transcript/transcript.ts";

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
  const { privacy, digest } = ports.settings;
  if (!privacy.enabled || !digest.enabled) return outcome(id, { status: "off" });
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
    if (failure !== undefined) noteFailure(ports, reason);
    ports.queue.fail(id, { reason, afterMs: backOffMs(attempts + 1) });
    return waiting(id, reason);
  }
}

function noteFailure({ modelErrors, modelKey, settings }: DigestPorts, reason: string): void {
  modelErrors.note(modelKey, reason);
  const restMs = restOf(modelErrors, modelKey, settings.digest);
  if (restMs > 0) observe({ type: "guard", restMs });
}

/** A conversation as it is being digested. */
interface Work {
  readonly ports: DigestPorts;
  readonly digestion: Digestion;
  readonly session: Session;
  readonly messages: readonly Message[];
  readonly conversation: readonly SaidMessage[];
}

async function goOn(
  ports: DigestPorts,
  digestion: Digestion,
  signal: AbortSignal | undefined,
): Promise<Digested> {
  const session = ports.sessions.find(digestion.session);
  if (session === undefined) return outcome(digestion.session, { status: "nothing" });
  const messages = ports.sessions.messages(session.id, {
    limit: Number.POSITIVE_INFINITY,
    upTo: digestion.upTo,
  });
  const conversation = toConversation(messages, (ms) => ports.timeAt(ms).slice(0, 10));
  const work: Work = { ports, digestion, session, messages, conversation };
  const kept = readPlan(digestion.plan);
  if (kept !== undefined) return apply(work, kept);
  if (!conversation.some(({ role }) => role === "user")) {
    ports.queue.finish(session.id, null); // Noise only: there is nothing to ask a model about.
    return outcome(session.id, { status: "nothing" });
  }
  const { model, settings, modelErrors, modelKey, askedAt } = ports;
  const since = askedAt === undefined ? undefined : ports.now() - askedAt;
  const shutMs = model === undefined ? 0 : restOf(modelErrors, modelKey, settings.digest, since);
  if (shutMs > 0) return waiting(session.id, resting(ports, shutMs));
  const plan = await planned(work, signal);
  ports.queue.keep(session.id, JSON.stringify(plan));
  return apply(work, plan);
}

async function planned(work: Work, signal: AbortSignal | undefined): Promise<Plan> {
  const { ports, session } = work;
  const { model, queue } = ports;
  queue.begin(session.id);
  const { input, known } = await gatherInput(ports, work, signal);
  const isOffline = model === undefined;
  const answer = await (isOffline ? extractAlone(input) : extract(model, input, signal));
  await yieldToEventLoop(); // Rules answer without waiting for anything: a signal would not be heard.
  signal?.throwIfAborted();
  const conversation = input.messages; // As the model saw it, which quotes it.
  return makePlan({ ...work, conversation, answer, known, redact: redactorOf(ports) });
}

function resting({ model, timeAt, now }: DigestPorts, shutMs: number): string {
  const until = timeAt(now() + shutMs + 59_999).slice(11, 16);
  return `the model (${model?.id ?? ""}) failed too often; it rests a few minutes, until ${until}; "loci doctor" says what is wrong`;
}

async function apply({ ports, session, messages }: Work, plan: Plan): Promise<Digested> {
  const { settings, queue } = ports;
  const { defaultBank, privacy, recent } = settings;
  const changeFile = ports.undoable(`digest ${plan.conversation}`);
  const done = await applyPlan({ changeFile, defaultBank, recentMax: recent.max }, plan);
  const transcript = toTranscript(session, messages, {
    conversation: plan.conversation,
    timeAt: ports.timeAt,
    redact: redactorOf(ports),
    keeps: { text: privacy.saveTranscripts, voice: privacy.saveVoiceTranscripts },
  });
  if (transcript !== null) {
    const isThere = (): boolean => ports.sessions.find(session.id) !== undefined;
    await saveTranscript(changeFile, transcript, isThere);
  }
  queue.finish(session.id, privacy.crossSession ? plan.resolved : null);
  try {
    await ports.commit();
  } catch (error) {
    // What was learned is on disk and noted: the next commit takes it along.
    ports.report(`Cannot commit yet what was learned: ${messageOf(error)}`);
  }
  return toDigested(session.id, done);
}

function toDigested(id: string, done: readonly Done[]): Digested {
  const linesOf = (type: Done["type"]): DigestedText[] =>
    done.flatMap((one) =>
      "file" in one && one.type === type ? { text: one.text, file: one.file } : [],
    );
  const parts = {
    learned: linesOf("learned"),
    replaced: linesOf("replaced"),
    known: linesOf("known"),
    saved: linesOf("saved"),
  };
  const isNothing = Object.values(parts).every(({ length }) => length === 0);
  const leftOut = done.flatMap((one) =>
    one.type === "kept" && one.reason.startsWith("not saved")
      ? { text: one.text, reason: one.reason }
      : [],
  );
  return outcome(id, { status: isNothing ? "nothing" : "digested", ...parts, leftOut });
}

const redactorOf = ({ settings }: DigestPorts): ((text: string) => string) =>
  settings.privacy.anonymize === "all" ? redactText : (text) => text;

/** The plan that was kept; one of another form, or damaged, is made again from the conversation, which is still there. */
function readPlan(kept: string | null): Plan | undefined {
  if (kept === null) return undefined;
  try {
    return planSchema.safeParse(JSON.parse(kept)).data;
  } catch {
    return undefined;
  }
}

/** What became of a conversation, in full. */
export const outcome = (
  session: string,
  what: Partial<Digested> & Pick<Digested, "status">,
): Digested => ({
  session,
  learned: [],
  replaced: [],
  known: [],
  saved: [],
  leftOut: [],
  ...what,
});

/** The outcome of what is tried again later. */
export const waiting = (session: string, why: string): Digested =>
  outcome(session, {
    status: "waiting",
    reason: `The conversation is not in memory yet, and waits on disk: ${why}`,
  });

const minutes = [1, 5, 15, 60];

/** How long a conversation waits after its nth failed attempt (ms): 1, 5, 15 minutes, then an hour each time. */
export function backOffMs(failures: number): number {
  const step = Math.min(Math.max(failures, 1), minutes.length) - 1;
  return (minutes[step] ?? 60) * 60_000;
}

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
