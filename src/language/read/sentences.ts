import type { Grammar } from "../grammar/grammar.ts";

/** One sentence of a message, cleaned. */
export interface Sentence {
  readonly text: string;
  readonly asks: boolean;
}

const longest = 400;
const most = 150;
/** Longer than this, a message is something pasted: only its beginning is read. */
const pasted = 4000;
const beginning = 800;

/** The sentences that a person said in a message; code, quotes, mails, logs and pasted walls of text are left out. */
export function sentencesOf(content: string): readonly Sentence[] {
  const lines = spokenLines(content.length > pasted ? content.slice(0, beginning) : content);
  return lines
    .flatMap(splitLine)
    .map(({ text, asks }) => ({ text: text.trim(), asks }))
    .filter(({ text }) => text.length >= 2 && text.length <= longest && !isForeign(text))
    .slice(0, most)
    .map(({ text, asks }) => {
      // `I work at night, you know?` asks nothing.
      const said = asks ? text.replace(tag, "") : text;
      return { text: said, asks: asks && said === text };
    });
}

const tag =
  /,? (?:you know|you see|innit|saps|sabes|sabe|weißt du|weisst du|tu sais|vous savez)$/iu;

/** `it is with Mapfre, right?, and ends in March`. */
const innerTag = /, ¿?\p{L}+(?: \p{L}+)?\?(?=,)/gu;

/** One line, straight apostrophes, no control or invisible characters. */
function clean(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[\u2018\u2019\u02bc\u00b4]/gu, "'")
    .replace(/[\p{Cf}\p{Co}\p{Cn}]/gu, "")
    .replace(/[\p{Cc}\p{Z}]+/gu, " ")
    .trim();
}

function spokenLines(content: string): string[] {
  const lines: string[] = [];
  let fenced = false;
  for (const raw of content.split(/\r\n|[\n\r\u2028\u2029]/u)) {
    const line = clean(raw).replace(innerTag, "");
    if (/^(?:```|~~~)/u.test(line)) fenced = !fenced;
    else if (mailHeader.test(line) || mailStart.test(line)) return lines;
    else if (!fenced && !isMachine(line, raw))
      lines.push(line.replace(/^(?:[-*+•]|\d{1,2}[.)]) /u, ""));
  }
  return lines;
}

const mailHeader =
  /^(?:from|to|cc|subject|sent|date|de|para|a|per a|asunto|assumpte|assunto|enviado|objet|envoyé|von|an|betreff|gesendet|da|oggetto): ?\S/iu;
const mailStart =
  /^(?:-{2,} ?(?:forwarded|original|missatge|mensaje|message|weitergeleitete)|begin forwarded|.{0,80} (?:wrote|escribió|va escriure|escreveu|a écrit|schrieb) ?:$)/iu;

const machine: readonly RegExp[] = [
  /^(?:>|\||\$ |#!|<\/?[a-z]|\/\/|\/\*|import |export |const |let |var |function |def |class |return |SELECT )/u,
  /^\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d/u,
  /^\[?(?:INFO|WARN|WARNING|ERROR|DEBUG|TRACE|FATAL)\b/u,
  /^at \S+ ?\(|^Traceback|^\w+(?:Error|Exception): /u,
  /[;{}]$|=>|<\/\w+>|\w\(\)|^\s*"[^"]*" ?:/u,
];

function isMachine(line: string, raw: string): boolean {
  if (line === "" || /^(?: {4}|\t)/u.test(raw)) return true;
  if (machine.some((pattern) => pattern.test(line))) return true;
  const symbols = line.match(/[^\p{L}\p{N}\p{Z}.,;:!?¿¡'"()…«»“”–—€$%°-]/gu)?.length ?? 0;
  return symbols * 5 > line.length;
}

/** A quotation or an address of a page: not the person's own statement. */
function isForeign(text: string): boolean {
  if (/https?:\/\/|www\./iu.test(text)) return true;
  if (/^["“«„‘]/u.test(text)) return true;
  const quoted = /["“«„]([^"“”«»]{0,300})["”»]/u.exec(text)?.[1] ?? "";
  return quoted.split(" ").length > 5;
}

const ends = /(?<![.!?…])[.!?…]+["”»)]?(?= |$)|;|¿/gu;
const abbreviation =
  /(?:^|[ (])(?:mr|mrs|ms|dr|dra|sr|sra|st|sta|prof|av|avda|no|núm|nr|p|ex|z|b|ca|bzw|usw|c|pl|\p{Lu})$/iu;

function splitLine(line: string): Sentence[] {
  const found: Sentence[] = [];
  let start = 0;
  for (const match of line.matchAll(ends)) {
    const mark = match[0];
    const left = line.slice(start, match.index);
    if (mark === "." && (endsInNumber(left, line, match.index) || abbreviation.test(left)))
      continue;
    found.push({ text: left, asks: mark.includes("?") });
    start = match.index + mark.length;
  }
  found.push({ text: line.slice(start), asks: false });
  return found;
}

/** `am 3. März` goes on after its point. */
const endsInNumber = (left: string, line: string, at: number): boolean =>
  /(?:^|\D)\d{1,2}$/u.test(left) && germanDay.test(line.slice(at, at + 12));

const germanDay =
  /^\. (?:\p{Ll}|Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez|Stock|Klasse|Etage)/u;

/** A sentence without its fillers, in the language it is likeliest in, and whether one of them corrects: `no, sorry`. */
export function behindStart(
  sentence: string,
  [grammar]: readonly Grammar[],
): { readonly rest: string; readonly corrects: boolean } {
  const text = sentence.replace(/^[¡¿\s]+/u, "").replace(/(?<![\s.,;:!…-])[\s.,;:!…-]+$/u, "");
  const [start = ""] = grammar?.marks.start.exec(text) ?? [];
  const rest = start.length === text.length ? text : text.slice(start.length);
  return { rest, corrects: start !== "" && grammar?.marks.correction.test(start) === true };
}
