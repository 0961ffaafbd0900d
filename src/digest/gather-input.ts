import type { SaidMessage } from "../models/task.ts";
import { redact } from "../session/private-data/redact.ts";
import type { Digestion, Session } from "../session/session.ts";
import { speakerName } from "../session/speaker-name.ts";
import type { DigestPorts } from "./digest-ports.ts";
import type { ExtractInput } from "./extract/extract.ts";
import type { KnownLabel } from "./extract/extract-schema.ts";
import { findKnown } from "./find-known.ts";

/** Of what the person said last: by it the nearest topics are found. */
const maxTopicCharacters = 4_000;

/**
 * All that a model gets to see for an extraction, without private data where that is set so for a model elsewhere; and
 * what its labels for known lines mean. Throws the reason of the signal.
 */
export async function gatherInput(
  ports: DigestPorts,
  {
    digestion,
    session,
    conversation,
  }: {
    readonly digestion: Digestion;
    readonly session: Session;
    readonly conversation: readonly SaidMessage[];
  },
  signal?: AbortSignal,
): Promise<{ readonly input: ExtractInput; readonly labels: readonly KnownLabel[] }> {
  const { model, settings } = ports;
  const isRedacted = settings.privacy.redactForCloud && model.isCloud;
  const outgoing = (text: string): string => (isRedacted ? redact(text) : text);
  const { known, labels } = await findKnown(
    ports,
    { session, messages: conversation, leavesHome: model.isCloud },
    signal,
  );
  const said = conversation.flatMap(({ role, content }) => (role === "user" ? content : []));
  const near = said.join("\n").slice(-maxTopicCharacters);
  const topics = model.kind === "offline" ? [] : await ports.topics(session, near);
  const input: ExtractInput = {
    messages: conversation.map((message) => ({ ...message, content: outgoing(message.content) })),
    known: known.map((one) => ({
      ...one,
      line: { ...one.line, text: outgoing(one.line.text) },
    })),
    topics: topics.map(({ topic, title, summary }) => ({
      topic: outgoing(topic),
      title: outgoing(title),
      summary: outgoing(summary),
    })),
    ...(session.person === null ? {} : { speaker: speakerName(session.person) }),
    banks: settings.banks,
    defaultBank: settings.defaultBank,
    contextTokens: settings.contextTokens,
    failures: digestion.attempts,
  };
  return { input, labels };
}
