import {
  type ConversationServices,
  type DigestEvent,
  dropFromUndo,
  type LazyConversationServices,
} from "../../agent/conversation/context.ts";
import type { ModelState } from "../../agent/task-models.ts";
import { type Digesting, type DigestingPorts, keepDigesting } from "../../digest/keep-digesting.ts";
import { checkedPerson } from "../../memory/people.ts";
import type { Digestion } from "../../session/digestion.ts";
import type { OpenVault } from "../open-vault.ts";
import type { RestingModel } from "../resting-models.ts";

interface DigestTranscriptOptions {
  /** Whose conversation it is. */
  readonly person?: string;
  /** The person's name in a text with speakers. */
  readonly me?: string;
}

/** What becomes of conversations. */
export interface LociDigest {
  /** Digests in the background what is due, until closed.
   * @example const digesting = loci.digest.keep(async ({ status }) => console.log(status)); */
  keep(onEvent: (event: DigestEvent) => Promise<void>): Digesting;
  /** Digests the conversations that wait, now, also those that failed a moment ago.
   * @example for await (const { learned } of loci.digest.now()) console.log(learned); */
  now(signal?: AbortSignal): AsyncIterable<DigestEvent>;
  /** Digests a transcript: the text of a file that `docs/formats.md` describes.
   * @example for await (const { status } of loci.digest.transcript(text)) console.log(status); */
  transcript(
    text: string,
    options?: DigestTranscriptOptions,
    signal?: AbortSignal,
  ): AsyncIterable<DigestEvent>;
  /** Conversations that wait to be digested, due or not.
   * @example const waiting = await loci.digest.waiting(); */
  waiting(): Promise<readonly Digestion[]>;
  /** Which model is in use, and why it does not answer, if it does not.
   * @example const { model, failure } = await loci.digest.probeModel(); */
  probeModel(): Promise<ModelState>;
  /** Models whose memory work rests, since they failed too often.
   * @example const resting = await loci.digest.resting(); */
  resting(): Promise<readonly RestingModel[]>;
}

export const openDigest = (parts: OpenVault, services: LazyConversationServices): LociDigest => ({
  keep: (onEvent) => keepDigesting(digestingPorts(parts, services), onEvent),
  async *now(signal) {
    if (services.isThere()) yield* digestNow(await services.open(), parts.now(), signal);
  },
  async *transcript(text, { person = parts.settings.person, me } = {}, signal) {
    const { digestTranscript } = await import("../../digest/transcript/digest-transcript.ts");
    const { db, digest } = await services.open();
    const whose = checkedPerson(parts, person);
    const ports = { ...parts, sessions: db.sessions, digest };
    yield* digestTranscript(ports, { text, person: whose, me }, signal);
  },
  waiting: async () => (services.isThere() ? (await services.open()).db.digestions.waiting() : []),
  async probeModel() {
    const { createOfflineModel } = await import("../../language/offline/model.ts");
    const { probeModel } = await import("../../agent/task-models.ts");
    return probeModel({ ...parts, offline: createOfflineModel() });
  },
  resting: async () => (await import("../resting-models.ts")).resting(parts, services),
});

const digestingPorts = (
  parts: OpenVault,
  services: LazyConversationServices,
): DigestingPorts<DigestEvent> => ({
  inactivityMs: parts.settings.session.inactivityMs,
  report: parts.report,
  async sweepTranscripts() {
    const { sweepTranscripts } = await import("../../digest/transcript/keep-transcripts.ts");
    const { retentionDays } = parts.settings.privacy;
    const limits = { today: parts.time().slice(0, 10), retentionDays };
    await sweepTranscripts(parts, dropFromUndo(services), limits);
  },
  async *digestWaiting(signal) {
    if (services.isThere()) yield* (await services.open()).digestWaiting(signal);
  },
});

/** What is due, and then what would have to wait for its next attempt. */
async function* digestNow(services: ConversationServices, askedAt: number, signal?: AbortSignal) {
  const tried = new Set<string>();
  for await (const event of services.digestWaiting(signal, askedAt)) {
    tried.add(event.session);
    yield event;
    if (event.status === "off") return;
  }
  for (const { session } of services.db.digestions.waiting()) {
    if (signal?.aborted !== true && !tried.has(session))
      yield await services.digest(session, signal, askedAt);
  }
}
