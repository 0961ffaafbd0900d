import type { Digestion } from "../../session/session.ts";
import type { DigestTranscriptOptions } from "../digest-transcript.ts";
import { type Digesting, keepDigesting } from "../keep-digesting.ts";
import type { Parts } from "../parts.ts";
import type { RestingModel } from "../resting.ts";
import type { DigestEvent, LazyTalk, Talk } from "../talk.ts";
import type { TaskModelState } from "../task-models.ts";

/** What becomes of conversations. */
export interface LociDigest {
  /** Digests in the background what is due, until closed. */
  keep(onEvent: (event: DigestEvent) => Promise<void>): Digesting;
  /** Digests the conversations that wait, now, also those that failed a moment ago. */
  now(signal?: AbortSignal): AsyncIterable<DigestEvent>;
  /** Digests a transcript: the text of a file that `docs/formats.md` describes. */
  transcript(
    text: string,
    options?: DigestTranscriptOptions,
    signal?: AbortSignal,
  ): AsyncIterable<DigestEvent>;
  /** Conversations that wait to be digested, due or not. */
  waiting(): Promise<readonly Digestion[]>;
  /** Which model does which task, and why it does not answer, if it does not. */
  probeModels(): Promise<readonly TaskModelState[]>;
  /** Models whose memory work rests, since they failed too often. */
  resting(): Promise<readonly RestingModel[]>;
}

export const openDigest = (parts: Parts, talk: LazyTalk): LociDigest => ({
  keep: (onEvent) => keepDigesting(parts, talk, onEvent),
  async *now(signal) {
    if (talk.isThere()) yield* digestNow(await talk.open(), parts.now(), signal);
  },
  async *transcript(text, options, signal) {
    const { digestTranscript } = await import("../digest-transcript.ts");
    yield* digestTranscript(parts, await talk.open(), { text, ...options }, signal);
  },
  waiting: async () => (talk.isThere() ? (await talk.open()).db.digestions.waiting() : []),
  probeModels: async () => (await import("../task-models.ts")).probeTaskModels(parts),
  resting: async () => (await import("../resting.ts")).resting(parts, talk),
});

/** What is due, and then what would have to wait for its next attempt. */
async function* digestNow(talk: Talk, askedAt: number, signal?: AbortSignal) {
  const tried = new Set<string>();
  for await (const event of talk.digestWaiting(signal, askedAt)) {
    tried.add(event.session);
    yield event;
    if (event.status === "off") return;
  }
  for (const { session } of talk.db.digestions.waiting()) {
    if (signal?.aborted !== true && !tried.has(session))
      yield await talk.digest(session, signal, askedAt);
  }
}
