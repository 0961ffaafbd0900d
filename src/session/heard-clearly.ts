import { formsIn, tablesOf } from "../language/languages.ts";
import { foldText } from "../language/text/letters.ts";
import type { Message } from "./session.ts";

/** Transcripts that the transcriber is less sure of are asked for again, not taken. */
export const minConfidence = 0.5;

type Heard = Pick<Message, "role" | "mode" | "content" | "confidence">;

/** False for a message of the person that a transcriber was unsure of, or makes up without speech: no memory may come of it. */
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
  if (loop.test(plain(spoken).replace(/[^\p{L}\p{N}']+/gu, " "))) return true;
  if (text.length > maxLength) return false;
  const said = spoken.split(sentenceEnd).map(plain).filter(Boolean);
  const [first = ""] = said;
  // Shorter words are said again in earnest: "Stop! Stop! Stop!"
  const isRepeated = said.length >= 3 && first.length > 6 && new Set(said).size === 1;
  return isRepeated || said.every((one) => phrases.test(one) || credit.test(one));
}

const maxLength = 600;
/** A note of at most four words in brackets or between asterisks: [Music], (risas), *coughs*. */
const soundNote =
  /\[\s*[^\s\]]+(?:\s+[^\s\]]+){0,3}\s*\]|\(\s*[^\s)]+(?:\s+[^\s)]+){0,3}\s*\)|\*[^\s*]+(?:\s+[^\s*]+){0,3}\*/gu;
const sentenceEnd =
  /(?<!\.\p{L}{0,3})[.!?…。！？]+(?=\s|$|\p{Script=Han}|\p{Script=Hiragana})|[\r\n♪♫🎵🎶]+/u;
/** One word eight times, or two to eight words four times, with nothing else but the beginning of another round. */
const loop = /^ ?(?:(\S+)(?: \1){7,}|(\S+(?: \S+){1,7}?)(?: \2){3,})(?: \S*){0,8}$/u;

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
  "(?:sub)?titulos|subtitulado|subtitols|subtitles|captions?|captioning|legendas|legendado|sous-titr(?:es|age)|sottotitoli|untertitel(?:ung)?|transcri(?:ption|bed|pcion|pcio|cao)|tra(?:nslation|nslated|duccion|duccio|ducao|duction)|copyright|©|субтитры|редактор субтитров";
/** Who made a film's subtitles: "Subtítulos realizados por la comunidad de Amara.org", "Untertitelung des ZDF, 2020". */
const credit = new RegExp(
  `^(?:(?:${title})(?: \\p{L}+){0,3} (?:by|por|per|pela|par|dalla|da|de|di|von|der|des|im|a)(?: [\\p{L}\\p{N}.':/-]+){1,6}|(?:sous-titrage|субтитры|редактор субтитров|copyright|©)(?: [\\p{L}\\p{N}.'/-]+){0,4}|(?:wdr|swr|ndr|zdf|ard|br|mdr)(?: (?:19|20)\\d\\d)?|(?:www.|untertitel |legendas pela comunidade )?amara.org(?:[- ]community)?|mas informacion www.alimmenta.com|字幕.{0,12}(?:amara.org|提供|志愿者).{0,12})$`,
  "u",
);
