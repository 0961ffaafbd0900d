/**
 * A text as espeak-ng is to read it: words only. `[[…]]` would be taken for phonemes, control characters for commands;
 * and it takes a German day such as "3. Mai" for the end of a sentence unless the month has a small letter.
 */
export function toEspeakText(text: string, voice: string): string {
  const plain = text
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, " ")
    .replaceAll(/\[(?=\[)/g, "[ ");
  return voice.startsWith("de") ? plain.replaceAll(germanDay, toSmall) : plain;
}

const germanDay =
  /(?<!\d)\d{1,2}\. (?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)\b/g;

const toSmall = (day: string): string => day.toLowerCase();
