import { LociError } from "../../errors.ts";
import type { TranscriptMessage } from "./read-transcript.ts";

/** One white space and not a run of it: two patterns would share the run in as many ways as it is long. */
const speaker = /^\s*(?:\*\*)?([\p{L}][\p{L}\p{M}\p{N} ._-]{0,29}?)(?:\*\*)?\s*:(?:\*\*)?\s(.*)$/su;
const selves = new Set("me you user human yo tú jo tu ich du moi toi eu você io".split(" "));
const assistants = new Set("assistant ai bot loci chatgpt claude gpt gemini asistente".split(" "));

/**
 * Reads text with speakers (`Ana: …`), or text without speakers, which is all the person's.
 * Throws LociError BAD_INPUT where no speaker is called `me`.
 */
export function readSpoken(text: string, me: string | undefined): TranscriptMessage[] {
  const lines = text.split(/\r?\n/);
  const names = new Set(lines.flatMap((line) => speaker.exec(line)?.[1] ?? []));
  const person = personAmong([...names], me);
  const messages: { role: "user" | "assistant"; content: string }[] = [];
  for (const line of lines) {
    const [, name, words = ""] = speaker.exec(line) ?? [];
    const last = messages.at(-1);
    if (person !== undefined && name !== undefined) {
      const role = name.toLowerCase() === person ? "user" : "assistant";
      messages.push({ role, content: words.trim() });
    } else if (person !== undefined && last !== undefined) last.content += `\n${line.trim()}`;
    else messages.push({ role: "user", content: line.trim() });
  }
  for (const message of messages) message.content = message.content.replace(/\n{2,}/g, "\n").trim();
  return messages.filter(({ content }) => content !== "");
}

/** Whose words count: who was named, who says "me", else the first who is not an assistant. None in a text without speakers. */
function personAmong(names: readonly string[], me: string | undefined): string | undefined {
  const known = [...new Set(names.map((name) => name.toLowerCase()))];
  if (me === undefined) {
    const first = known.length > 1 ? known.find((name) => !assistants.has(name)) : undefined;
    return known.find((name) => selves.has(name)) ?? first;
  }
  if (known.includes(me.toLowerCase())) return me.toLowerCase();
  const called = names.slice(0, 10).join(", ");
  const advice = called === "" ? "no line begins with a name" : `there are ${called}`;
  const message = `Cannot digest the transcript: nobody in it is called "${me}"; ${advice}`;
  throw new LociError("BAD_INPUT", message, { data: { me } });
}
