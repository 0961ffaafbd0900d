import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { observe, startTimer } from "../diagnostics.ts";
import { LociError, messageOf } from "../errors.ts";
import { heardClearly } from "../session/heard-clearly.ts";
import { redact, secretIn } from "../session/private-data/redact.ts";
import type { Digestion } from "../session/queue.ts";
import type { DigestPorts } from "./digest-ports.ts";
import { extract } from "./extract.ts";
import { saveTranscript } from "./keep-transcripts.ts";
import type { Work } from "./make-plan.ts";
import { applyPlan, type Outcome, type Plan, readPlan } from "./plan.ts";

/** What became of one conversation. */
export interface Digested {
  readonly session: string;
  /** `waiting`: on disk, for later; `nothing`: no memory came of it; `off`: digestion is switched off. */
  readonly status: "digested" | "nothing" | "waiting" | "off";
  readonly outcomes: readonly Outcome[];
  /** A sentence for the person, where it waits. */
  readonly reason?: string;
}

/** The outcome of what is tried again later. */
export const waiting = (session: string, why: string): Digested => ({
  session,
  status: "waiting",
  outcomes: [],
  reason: `The conversation is not in memory yet, and waits on disk: ${why}`,
});

/**
 * Turns one waiting conversation into memory: extract, plan, apply, each kept before the next begins, so that it goes
 * on where it stopped. What fails leaves the conversation in the queue, with the reason and a time to wait; throws only
 * where the queue itself cannot be written.
 */
export async function digestSession(
  ports: DigestPorts,
  digestion: Digestion,
  signal?: AbortSignal,
): Promise<Digested> {
  const { session: id, upTo, attempts } = digestion;
  const { settings, sessions, queue, timeAt } = ports;
  const nothing: Digested = { session: id, status: "nothing", outcomes: [] };
  if (!settings.privacy.enabled || !settings.digest.enabled) return { ...nothing, status: "off" };
  const session = sessions.find(id);
  if (session === undefined) return nothing;
  const done = startTimer("digestion");
  try {
    const messages = sessions.messages(id, { limit: Number.POSITIVE_INFINITY, upTo });
    // Nothing that a transcriber was unsure of or makes up without speech, nor the reply to it, which may repeat it.
    const conversation = heardClearly(messages).flatMap(
      ({ id: message, role, content, language, at }) => {
        if (role === "tool" || content.trim() === "") return [];
        return { id: message, role, content, language, date: timeAt(at).slice(0, 10) };
      },
    );
    const said = conversation.flatMap(({ role, content }) => (role === "user" ? content : []));
    const open = settings.privacy.anonymize === "all" ? redact : (text: string) => text;
    const own = { messages, conversation, isSecret: secretIn(said), redact: open };
    const work: Work = { ports, session, ...own };
    let plan = readPlan(digestion.plan);
    if (plan === undefined && said.length === 0) {
      queue.finish(id, null); // Noise only: there is nothing to ask a model about.
      return nothing;
    }
    const rest = plan === undefined ? restAt(ports) : undefined;
    if (rest !== undefined) return waiting(id, rest);
    plan ??= await decide(work, attempts, signal);
    const digested = await carryOut(work, plan);
    if (digested.status === "digested") done();
    return digested;
  } catch (error) {
    return failed(ports, digestion, error, signal);
  }
}

function failed(ports: DigestPorts, digestion: Digestion, error: unknown, signal?: AbortSignal) {
  const { session: id, attempts } = digestion;
  const failure = error instanceof LociError && error.code === "MODEL_FAILED" ? error : undefined;
  if (signal?.aborted === true || failure?.data.reason === "aborted")
    return waiting(id, "it was interrupted");
  if (failure !== undefined) {
    ports.modelErrors.note(ports.modelKey);
    const restMs = restOf(ports);
    if (restMs > 0) observe({ type: "guard", restMs });
  }
  const reason = messageOf(error);
  ports.queue.fail(id, { reason, afterMs: backOffMs(attempts + 1) });
  return waiting(id, reason);
}

/** Extracts and plans; the plan is kept before it is carried out. */
async function decide(work: Work, attempts: number, signal?: AbortSignal): Promise<Plan> {
  const { ports, session } = work;
  ports.queue.begin(session.id);
  const extracted = await extract(ports, session, work.conversation, attempts, signal);
  await yieldToEventLoop(); // Rules answer without waiting for anything: a signal would not be heard.
  signal?.throwIfAborted();
  const { makePlan } = await import("./make-plan.ts"); // Its calendars take a while to load.
  const plan = await makePlan(work, extracted);
  ports.queue.keep(session.id, JSON.stringify(plan));
  return plan;
}

/** Writes what was planned, and closes the conversation. */
async function carryOut(work: Work, plan: Plan): Promise<Digested> {
  const { settings, queue, inOneStep, commit, report } = work.ports;
  const { id } = work.session;
  const conversation = plan.block.session;
  const outcomes = await inOneStep(`digest ${conversation}`, async (changeFile) => {
    const applied = await applyPlan(changeFile, plan, settings);
    await saveTranscript(changeFile, work, conversation);
    return applied;
  });
  queue.finish(id, settings.privacy.crossSession ? plan.resolved : null);
  // What was learned is on disk and noted: the next commit takes it along.
  await commit().catch((error: unknown) =>
    report(`Cannot commit yet what was learned: ${messageOf(error)}`),
  );
  const isNothing = outcomes.every(({ status }) => status === "kept");
  return { session: id, status: isNothing ? "nothing" : "digested", outcomes };
}

/** Why the model is not asked now, where it rests. */
function restAt(ports: DigestPorts) {
  const { model } = ports;
  const restMs = restOf(ports);
  if (model === undefined || restMs === 0) return undefined;
  const until = ports.timeAt(ports.now() + restMs + 59_999).slice(11, 16);
  const rests = `the model (${model.id}) failed too often; it rests a few minutes, until ${until}`;
  return `${rests}; "loci doctor" says what is wrong`;
}

/**
 * How long the model's memory work still rests (ms), 0 when it may go on: so many failures within some time shut it for
 * a while from the last of them. It opens by itself, on trial: one more failure while the others are young enough shuts
 * it again. A success takes no failure back.
 */
export function restOf({ modelErrors, modelKey, settings }: Guarded): number {
  const { guardEnabled, guardErrors, guardWithinMs, guardRestMs } = settings.digest;
  const ages = modelErrors.agesOf(modelKey);
  const last = ages.find(
    (age, i) => (ages[i + guardErrors - 1] ?? Infinity) - age <= guardWithinMs,
  );
  return guardEnabled && last !== undefined ? Math.max(0, guardRestMs - last) : 0;
}

interface Guarded extends Pick<DigestPorts, "modelErrors" | "modelKey"> {
  readonly settings: Pick<DigestPorts["settings"], "digest">;
}

const minutes = [1, 5, 15];

/** How long a conversation waits after its nth failed attempt (ms): 1, 5, 15 minutes, then an hour each time. */
export const backOffMs = (failures: number): number => (minutes[failures - 1] ?? 60) * 60_000;
