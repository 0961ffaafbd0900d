import { allWords } from "../languages.ts";
import { asksToRemember as request } from "../read/remembered.ts";
import { foldText } from "../text/letters.ts";

/** True for a short message that agrees to what was just said and adds nothing of its own: "yes, exactly". */
export function isAgreement(text: string): boolean {
  const words = foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  const [first = ""] = words;
  const isYes = agreements.has(first) || /^(?:はい|うん|そう|对|對|是|好|嗯|네)/u.test(text.trim());
  return isYes && words.length <= 8 && !words.some((word) => refusals.has(word));
}

/** True where a person asks in so many words to have something remembered. */
export function asksToRemember(text: string): boolean {
  return request.test(text) || /记住|記住|覚えて|기억해/u.test(text);
}

/** "Don't forget that …" negates nothing of what follows. */
export const withoutReminder = (text: string): string => text.replace(request, "");

/** The sentences of a message that state something: questions state nothing, but "can you remember that …?" does. */
export function statementsIn(text: string): string[] {
  return sentencesOf(text).filter((sentence) => !isQuestion(sentence) || asksToRemember(sentence));
}

export const isQuestion = (text: string): boolean => /[?？؟]["'”’»)\]]*\s*$/u.test(text);

/** The sentences of a message, each on one line. Looks back over a few quotation marks only: linear time. */
export function sentencesOf(text: string): string[] {
  return text
    .split(
      /(?<=[.!?…]["'”’»)\]]{0,4})(?<!\b(?:Dra?|Mrs?|Ms|St|Sra?|Srta|Prof|Hr|Fr|Mme|núm)\.)\s+|(?<=[。！？؟])|[\r\n]+/u,
    )
    .map((sentence) => sentence.replace(/\s+/g, " ").trim())
    .filter((sentence) => sentence !== "");
}

const agreements = allWords("agreements");
const refusals = allWords("refusals");
