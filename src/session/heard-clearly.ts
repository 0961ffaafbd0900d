import { formsIn, tablesOf } from "../language/languages.ts";
import { foldText } from "../language/text/letters.ts";
import type { Message } from "./session.ts";

/** Transcripts that the transcriber is less sure of are asked for again, not taken. */
export const minConfidence = 0.5;

type Heard = Pick<Message, "role" | "mode" | "content" | "confidence">;

/** False for what a transcriber was unsure of, or makes up without speech: no memory may come of it. */
export function isHeardClearly({ role, mode, content, confidence = 1 }: Heard): boolean {
  if (role !== "user" || mode !== "voice") return true;
  return confidence >= minConfidence && !isInventedOnSilence(content);
}

/** Messages without those of the person that were not heard clearly, and without what was replied to these. */
export function heardClearly<T extends Heard>(messages: readonly T[]): readonly T[] {
  let isClear = true;
  return messages.filter((message) => {
    if (message.role === "user") isClear = isHeardClearly(message);
    return isClear;
  });
}

/**
 * True for what transcribers write without speech: the credits and farewells of the films they have learned from, notes
 * such as [Music], and loops. A sentence that only contains such words is real speech.
 */
export function isInventedOnSilence(text: string): boolean {
  const start = text.slice(0, maxLength);
  if (/^\s*[♪♫🎵🎶].*[♪♫🎵🎶]\s*$/su.test(start)) return true;
  const spoken = start.replace(soundNote, " ");
  if (isLoop(plain(spoken).match(/[\p{L}\p{N}']+/gu) ?? [])) return true;
  if (text.length > maxLength) return false;
  const said = spoken.split(sentenceEnd).map(plain).filter(Boolean);
  return said.every((one) => phrases.test(one) || credit.test(one));
}

const maxLength = 600;
/** A note of at most four words in brackets or between asterisks: [Music], (risas), *coughs*. */
const soundNote = /[[(*]\s*[^\s\])*]+(?:\s+[^\s\])*]+){0,3}\s*[\])*]/gu;
const sentenceEnd =
  /(?<!\.\p{L}{0,3})[.!?…。！？]+(?=\s|$|\p{Script=Han}|\p{Script=Hiragana})|[\r\n♪♫🎵🎶]+/u;

/** The same one to eight words again and again; what is short is said so in earnest: "Stop! Stop! Stop!" */
const isLoop = (words: readonly string[]): boolean =>
  [1, 2, 3, 4, 5, 6, 7, 8].some((round) => {
    const once = `${words.slice(0, round).join(" ")} `;
    const fewest = once.replaceAll(" ", "").length > 6 ? 3 : 8;
    // The last word may be cut off.
    return words.length >= round * fewest && once.repeat(words.length).startsWith(words.join(" "));
  });

/** Lower case without accents and punctuation; what makes an address or a year stays. */
const plain = (text: string): string =>
  foldText(text)
    .replace(/[’`´]/g, "'")
    .replace(/[^\p{L}\p{N}.'/:©-]+/gu, " ")
    .replace(/^[\s.'/:-]+|(?<![\s.'/:-])[\s.'/:-]+$/g, "");

const phrases = new RegExp(
  `^(?:${[...tablesOf("invented").values()].flatMap(formsIn).map(foldText).join("|")})$`,
  "u",
);

const title =
  "(?:sub)?titulos|subtitulado|subtitols|subtitles|captions?|captioning|legendas|legendado|sous-titr(?:es|age)|sottotitoli|untertitel(?:ung)?|transcri(?:ption|bed|pcion|pcio|cao)|tra(?:nslation|nslated|duccion|duccio|ducao|duction)";
const by = "by|por|per|pela|par|dalla|da|de|di|von|der|des|im|a";
/** Who made subtitles: "Subtítulos realizados por la comunidad de Amara.org", "Untertitelung des ZDF, 2020". */
const credit = new RegExp(
  `^(?:(?:${title})(?: [ey] \\p{L}+)?(?: \\p{L}+)? (?:${by}) .{1,60}|(?:sous-titrage|субтитры|редактор субтитров|copyright|©|字幕(?:by|由|志愿者)).{0,40}|(?:wdr|swr|ndr|zdf|ard)(?: 20\\d\\d)?|(?:mas informacion )?(?:www.)?(?:amara.org|alimmenta.com))$`,
  "u",
);
