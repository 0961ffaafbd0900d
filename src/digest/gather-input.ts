import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { statementsIn } from "../language/talk/spoken-cues.ts";
import type { SaidMessage } from "../models/task.ts";
import type { Digestion } from "../session/digestion.ts";
import { redact } from "../session/private-data/redact.ts";
import type { Session } from "../session/session.ts";
import { speakerName } from "../session/speaker-name.ts";
import {
  type DigestPorts,
  defaultBankOf,
  type KnownLabel,
  type NearMemory,
} from "./digest-ports.ts";
import type { ExtractInput, KnownNear } from "./extract/extract.ts";

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
  const leavesHome = model?.isCloud === true;
  const isRedacted = settings.privacy.anonymize !== "off" && leavesHome;
  const outgoing = (text: string): string => (isRedacted ? redact(text) : text);
  const { known, labels } = await findKnown(
    ports,
    { session, messages: conversation, leavesHome },
    signal,
  );
  const said = conversation.flatMap(({ role, content }) => (role === "user" ? content : []));
  const near = said.join("\n").slice(-maxTopicCharacters);
  const topics = model === undefined ? [] : await ports.topics(session, near);
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
    bankDescriptions: settings.bankDescriptions ?? {},
    defaultBank: defaultBankOf(settings, session),
    contextTokens: settings.contextTokens,
    failures: digestion.attempts,
  };
  return { input, labels };
}

/** What memories are looked for near. */
interface FindKnownOptions {
  readonly session: Session;
  readonly messages: readonly SaidMessage[];
  /** The model is elsewhere: it is shown no secret ones. */
  readonly leavesHome: boolean;
}

interface Found {
  readonly memory: NearMemory;
  readonly text: string;
  readonly messages: number[];
  readonly meant: string[];
}

/**
 * Memories near to what the person stated, each once and labelled, with the messages that they are near to. Of a long
 * conversation only for the last statements. Throws the reason of the signal.
 */
export async function findKnown(
  ports: Pick<DigestPorts, "near" | "outgoing">,
  { session, messages, leavesHome }: FindKnownOptions,
  signal?: AbortSignal,
): Promise<{ readonly known: readonly KnownNear[]; readonly labels: readonly KnownLabel[] }> {
  const found = new Map<string, Found>();
  for (const { id, content } of lastStatements(messages)) {
    await yieldToEventLoop(); // A search never waits for anything: a signal would not be heard.
    signal?.throwIfAborted();
    const near = await ports.near(session, content);
    const shown = near.flatMap((memory) => {
      const text = leavesHome ? ports.outgoing(session, memory) : memory.entry.text;
      return text === undefined ? [] : [{ memory, text }];
    });
    for (const { memory, text } of shown.slice(0, maxNear)) {
      const key = `${memory.file}#${memory.entry.id}`;
      const known = found.get(key);
      const { meant = [] } = memory;
      if (known === undefined) found.set(key, { memory, text, messages: [id], meant: [...meant] });
      else {
        known.messages.push(id);
        known.meant.push(...meant);
      }
    }
  }
  const ranked = [...found.values()].toSorted((a, b) => b.memory.score - a.memory.score);
  return {
    known: ranked.map(({ memory: { entry }, text, messages, meant }, i) => ({
      line: {
        label: `m${i + 1}`,
        text,
        date: entry.date ?? "",
        key: entry.fields.key ?? "",
        ...(meant.length === 0 ? {} : { meant: [...new Set(meant)] }),
      },
      messages,
    })),
    labels: ranked.map(({ memory: { entry, file } }, i) => ({
      label: `m${i + 1}`,
      file,
      id: entry.id,
    })),
  };
}

/** The last messages of the person that say something, in order, each as far as a question may go. */
function lastStatements(messages: readonly SaidMessage[]): Pick<SaidMessage, "id" | "content">[] {
  const found: Pick<SaidMessage, "id" | "content">[] = [];
  for (let i = messages.length - 1; i >= 0 && found.length < maxSearches; i--) {
    const message = messages[i];
    if (message?.role !== "user") continue;
    const content = message.content.slice(0, maxCharacters);
    if (states(content)) found.push({ id: message.id, content });
  }
  return found.reverse();
}

const states = (text: string): boolean =>
  text.trim().split(/\s+/).length >= minWords(text) && statementsIn(text).length > 0;

/** "Yes, thanks" is near to nothing; scripts without spaces have no words to count. */
const minWords = (text: string): number => (/[^\0-\u024f]/u.test(text) ? 1 : 3);
const maxCharacters = 2_000;
/** Each is a search of the whole vault. */
const maxSearches = 200;
/** Near to one message. */
const maxNear = 5;
