import { lstatSync, readdirSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { LociError } from "../errors.ts";
import type { Lock } from "../vault/lock.ts";
import { conversationPath, resolveInVault, toTopicPath } from "../vault/paths.ts";
import type { ChangeFile } from "../vault/write/change-file.ts";
import type { Work } from "./make-plan.ts";

/** A vault with transcripts in it. */
export interface TranscriptVault {
  readonly root: string;
  readonly lock: Lock;
}

/**
 * Writes a conversation as Markdown into `conversations/`, under the name that the log has for it, as far as it may be
 * kept, where it is not there yet. Not noted for a commit: what has a retention must not stay in a history. Throws
 * LociError SESSION_FAILED where the conversation was removed meanwhile.
 */
export async function saveTranscript(
  changeFile: ChangeFile,
  { ports, session, messages, redact }: Omit<Work, "conversation" | "isSecret">,
  conversation: string,
): Promise<void> {
  const { sessions, timeAt, settings } = ports;
  const { saveTranscripts, saveVoiceTranscripts } = settings.privacy;
  const keeps = { text: saveTranscripts, voice: saveVoiceTranscripts };
  const kept = messages.filter(
    ({ role, mode, content }) => role !== "tool" && keeps[mode] && content.trim() !== "",
  );
  const [first] = kept;
  if (first === undefined) return;
  const day = timeAt(first.at).slice(0, 10);
  const blocks = kept.map(({ role, agent, content, at }) => {
    const who = role === "user" ? (session.person ?? "person") : agent;
    return `**${who}** ${timeAt(at).slice(11, 16)}\n\n${quoted(redact(content))}\n`;
  });
  const text = [`# Conversation of ${day}\n`, ...blocks].join("\n");
  const path = conversationPath(day, conversation.replace(/[^A-Za-z0-9-]/g, "-"));
  await changeFile(path, (bytes) => {
    if (sessions.find(session.id) !== undefined)
      return { bytes: bytes ?? Buffer.from(text), result: null };
    const message = `Cannot keep the transcript "${path}": its conversation was removed meanwhile`;
    throw new LociError("SESSION_FAILED", message, { data: { path } });
  });
}

/** A Markdown quotation in which the words stay words: no heading, list, code or HTML of theirs is one. */
const quoted = (text: string): string =>
  text
    .replace(/[\p{Cc}--[\n\r\t]]/gv, "")
    .replace(/[\\`*_<>[\]|~]/g, "\\$&")
    .split(/\r\n?|\n/)
    .map((line) => `> ${line.trim().replace(/^(?=[#+=-])|(?<=^\d{1,9})(?=[.)])/, "\\")}`.trimEnd())
    .join("\n");

/** Removes transcripts that have outlived so many days; `today` is `YYYY-MM-DD`. */
export async function sweepTranscripts(vault: TranscriptVault, today: string, days: number) {
  const isStale = ({ day }: NamedTranscript): boolean =>
    Date.parse(today) - Date.parse(day) > days * 86_400_000;
  if (transcriptsIn(vault.root).some(isStale)) await removeTranscripts(vault, isStale);
}

/** Removes the transcripts that are meant; returns those that went. */
export const removeTranscripts = (
  { root, lock }: TranscriptVault,
  isMeant: (transcript: NamedTranscript) => boolean,
) =>
  lock(async () => {
    const meant = transcriptsIn(root).filter(isMeant);
    for (const { path } of meant) unlinkSync(resolveInVault(root, path));
    return meant;
  });

/** The transcripts that a session left. */
export const transcriptsOf = ({ root }: { readonly root: string }, id: string): string[] =>
  transcriptsIn(root).flatMap(({ session, path }) => (session === id ? path : []));

/** A day, the session's id (a ULID), and a number where it is of a later part of the conversation. */
const form = /^(\d{4}-\d\d-\d\d)-([0-7][0-9A-HJKMNP-TV-Z]{25})(?:-\d+)?\.md$/;

/** By its name. */
export type NamedTranscript = ReturnType<typeof transcriptsIn>[number];

/** Those that Loci wrote, by the form of their names; others are the person's. Nothing is removed through a link. */
function transcriptsIn(root: string) {
  const folder = join(root, "conversations");
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((file) => {
    const [, day = "", session = ""] = form.exec(file.name) ?? [];
    if (!file.isFile() || day === "") return [];
    return [{ path: toTopicPath(`conversations/${file.name}`), day, session }];
  });
}
