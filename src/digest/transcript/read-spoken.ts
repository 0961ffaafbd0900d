import { LociError } from "../../errors.ts";

/** One message of a conversation that was held elsewhere. */
export interface TranscriptMessage {
  readonly role: "user" | "assistant";
  readonly content: string;
  /** Milliseconds since the epoch, where the file states it, of it or of one before it. */
  readonly at: number | undefined;
}

/** One white space and not a run of it: two patterns would share the run in as many ways as it is long. */
const speaker = /^\s*(?:\*\*)?([\p{L}][\p{L}\p{M}\p{N} ._-]{0,29}?)(?:\*\*)?\s*:(?:\*\*)?\s(.*)$/su;
const selves = new Set("me you user human yo tú jo tu ich du moi toi eu você io".split(" "));
const assistants = new Set("assistant ai bot loci chatgpt claude gpt gemini asistente".split(" "));

/**
 * Reads text with speakers (`Ana: …`), or text without speakers, which is all the person's.
 * Throws LociError BAD_INPUT where no speaker is called `me`.
 */
export function readSpoken(text: string, me: string | undefined): readonly TranscriptMessage[] {
  const lines = text.split(/\r?\n/).map(readLine);
  const names = new Map(lines.flatMap(({ name }) => (name ? [[name.toLowerCase(), name]] : [])));
  const person = personAmong(names, me);
  const messages: { role: "user" | "assistant"; content: string; at: undefined }[] = [];
  for (const { line, name, words } of lines) {
    const last = messages.at(-1);
    if (person !== undefined && name !== undefined) {
      const role = name.toLowerCase() === person ? "user" : "assistant";
      messages.push({ role, content: words, at: undefined });
    } else if (line !== "") {
      if (person === undefined || last === undefined) {
        messages.push({ role: "user", content: line, at: undefined });
      } else last.content = `${last.content}\n${line}`;
    }
  }
  return messages.filter(({ content }) => content.trim() !== "");
}

interface Line {
  readonly line: string;
  readonly name: string | undefined;
  readonly words: string;
}

/** A line, and who says what in it where it names a speaker. */
function readLine(line: string): Line {
  const [, name, words = ""] = speaker.exec(line) ?? [];
  return { line: line.trim(), name, words: words.trim() };
}

/** Whose words count: who was named, who says "me", else the first who is not an assistant. None in a text without speakers. */
function personAmong(
  names: ReadonlyMap<string, string>,
  me: string | undefined,
): string | undefined {
  if (me !== undefined) {
    if (names.has(me.toLowerCase())) return me.toLowerCase();
    const called = [...names.values()].slice(0, 10).join(", ");
    const advice = called === "" ? "no line begins with a name" : `there are ${called}`;
    throw new LociError(
      "BAD_INPUT",
      `Cannot digest the transcript: nobody in it is called "${me}"; ${advice}`,
      { data: { me } },
    );
  }
  const own = [...names.keys()].find((name) => selves.has(name));
  if (own !== undefined) return own;
  return names.size < 2 ? undefined : [...names.keys()].find((name) => !assistants.has(name));
}
