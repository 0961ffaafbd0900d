import { LociError } from "../../errors.ts";
import type { RealtimeDone, RealtimeModel } from "../../models/realtime.ts";
import type { ModelEvent, Replying, ReplyRequest } from "../../models/respond.ts";
import { readWithTimeout } from "../async/timeout.ts";
import type { LiveItem } from "./arrange-items.ts";
import type { LiveLink } from "./live-link.ts";
import type { LiveReplyInMaking, VoicedItem } from "./live-reply.ts";
import type { LiveTalk } from "./live-talk.ts";

interface LiveModelParts {
  readonly realtime: RealtimeModel;
  readonly link: LiveLink;
  /** Answers what is not spoken, and all where the live model cannot. */
  readonly instead: Replying;
  /** The reply that is being spoken, if one is. */
  readonly reply: () => LiveReplyInMaking | undefined;
}

/** Longest silence of the server within an answer (ms). */
const maxStallMs = 20_000;

/**
 * The live model as one that answers requests: the same prompt, thread and tools as any other gets, and its words come as
 * text; their sound goes to the reply that is being spoken.
 */
export function createLiveModel(parts: LiveModelParts): Replying {
  const { realtime, instead } = parts;
  return {
    id: realtime.id,
    isCloud: realtime.isCloud || instead.isCloud,
    respond(request, signal = new AbortController().signal) {
      const reply = parts.reply();
      if (reply === undefined) return instead.respond(request, signal);
      return answer(parts, reply, request, signal);
    },
  };
}

/** Once more on a new connection where nothing was said yet; then somebody else answers. */
async function* answer(
  { link, instead }: LiveModelParts,
  reply: LiveReplyInMaking,
  request: ReplyRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  for (let tries = 1; tries <= maxTries; tries++) {
    const talk = await link.take(signal);
    if (talk === undefined) break;
    const { end, hasBegun } = yield* listen(talk, reply, request, signal);
    if (!(end instanceof LociError)) {
      link.worked();
      return yield* toEvents(end);
    }
    if (hasBegun || signal.aborted) return yield { type: "failure", error: end };
    if (!talk.isClosed) link.failed(end);
  }
  yield* instead.respond(request, signal);
}

const maxTries = 2;

interface Listened {
  readonly end: RealtimeDone | LociError;
  /** Something was said, so it cannot be asked again. */
  readonly hasBegun: boolean;
}

/** The words of an answer while its sound goes to the reply. */
async function* listen(
  talk: LiveTalk,
  reply: LiveReplyInMaking,
  request: ReplyRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent, Listened> {
  let hasBegun = false;
  try {
    const events = await talk.answer(request, signal);
    for await (const event of readWithTimeout(maxStallMs, () => events, signal)) {
      if (event.type === "done") return { end: lastOf(event), hasBegun };
      if (event.type === "refused" || event.type === "closed")
        return { end: event.error, hasBegun };
      hasBegun = true;
      if (event.type === "sound") reply.sound(voicedItem(talk, talk.item(event.item)), event.pcm);
      else {
        reply.voice(event.text);
        yield { type: "text", text: event.text };
      }
    }
    return { end: signal.aborted ? calledOff : stalled, hasBegun };
  } catch (error) {
    if (error instanceof LociError) return { end: error, hasBegun };
    throw error;
  } finally {
    reply.endSound();
  }
}

const lastOf = (done: RealtimeDone): Listened["end"] =>
  done.end instanceof LociError ? done.end : done;

const voicedItem = (talk: LiveTalk, item: LiveItem): VoicedItem => ({
  id: item.id,
  words: () => wordsOf(item),
  cut: (ms) => talk.cut(item.id, ms),
});

const wordsOf = ({ content }: LiveItem): string =>
  content.type === "assistant" ? content.text : "";

function* toEvents({ end, calls }: RealtimeDone): Generator<ModelEvent> {
  for (const { id, name, arguments: words } of calls) {
    yield { type: "toolCall", call: { id, name, arguments: words } };
  }
  if (end instanceof LociError) yield { type: "failure", error: end };
  else yield { type: "end", reason: end === "cancelled" ? "stop" : end };
}

const failure = (state: string, data: { readonly reason: string; readonly passing?: true }) =>
  new LociError("MODEL_FAILED", `Cannot get an answer from the live voice: ${state}`, { data });
const stalled = failure("it does not go on; try again", { reason: "stalled", passing: true });
const calledOff = failure("the turn was called off", { reason: "aborted" });
