import { LociError } from "../../errors.ts";
import type { Message, Session } from "../../session/session.ts";
import { conversationPath, type TopicPath } from "../../vault/paths.ts";
import type { ChangeFile } from "../../vault/write/change-file.ts";

export interface Transcript {
  readonly path: TopicPath;
  readonly text: string;
}

interface TranscriptOptions {
  /** As the log names the conversation. */
  readonly conversation: string;
  /** `YYYY-MM-DDTHH:MM` of a moment. */
  readonly timeAt: (ms: number) => string;
  readonly redact: (text: string) => string;
  /** Which messages may be kept. */
  readonly keeps: Readonly<Record<Message["mode"], boolean>>;
}

/** A conversation as Markdown in `conversations/`; null where nothing of it may be kept. Pure. */
export function toTranscript(
  session: Session,
  messages: readonly Message[],
  options: TranscriptOptions,
): Transcript | null {
  const { conversation, timeAt, redact, keeps } = options;
  const kept = messages.filter(
    ({ role, mode, content }) => role !== "tool" && keeps[mode] && content.trim() !== "",
  );
  const [first] = kept;
  if (first === undefined) return null;
  const day = timeAt(first.at).slice(0, 10);
  const name = conversation.replace(/[^A-Za-z0-9-]/g, "-");
  const blocks = kept.map(({ role, agent, content, at }) => {
    const who = role === "user" ? (session.person ?? "person") : agent;
    return `**${who}** ${timeAt(at).slice(11, 16)}\n\n${quoted(redact(content))}\n`;
  });
  const title = `# Conversation of ${day}\n`;
  return {
    path: conversationPath(day, name),
    text: [title, ...blocks].join("\n"),
  };
}

/**
 * Writes it where it is not there yet. Not noted for a commit: what has a retention must not stay in a history. Throws
 * LociError SESSION_FAILED where the conversation was removed meanwhile: it must not come back.
 */
export async function saveTranscript(
  changeFile: ChangeFile,
  { path, text }: Transcript,
  isWanted: () => boolean,
): Promise<void> {
  await changeFile(
    path,
    (bytes) => {
      if (!isWanted()) {
        const message = `Cannot keep the transcript "${path}": its conversation was removed meanwhile`;
        throw new LociError("SESSION_FAILED", message, { data: { path } });
      }
      return { bytes: bytes ?? new TextEncoder().encode(text), result: undefined };
    },
    () => [],
  );
}

/** A Markdown quotation in which the words stay words: no heading, list, code or HTML of theirs is one. */
const quoted = (text: string): string =>
  text
    .replace(/[\p{Cc}--[\n\r\t]]/gv, "")
    .split(/\r\n?|\n/)
    .map((line) => `> ${escapeLine(line.trim())}`.trimEnd())
    .join("\n");

const escapeLine = (line: string): string =>
  line
    .replace(/[\\`*_<>[\]|~]/g, "\\$&")
    .replace(/^(?=[#+=-])/, "\\")
    .replace(/^(\d{1,9})(?=[.)])/, "$1\\");
