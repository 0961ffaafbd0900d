import prefixes from "./key-prefixes.json" with { type: "json" };
import { type Span, spansOf } from "./numbers.ts";

/** Keys and tokens by their shapes, private keys, and what is said to be a password ("la contraseña es …"). */
export function findSecrets(text: string): Span[] {
  return [...findKeys(text), ...passwords(text)];
}

const strongNames =
  "pass(?:wor[dt]|wd|code|phrase)|contrase(?:ñ|ny?)a|clau de pas|palavra[ -]passe|senha|mot de passe|kennwort";
const weakNames =
  "api[ _-]?key|access[ _-]?token|token|secret|client[ _-]?secret|clave|clau|chave|clé|schlüssel|chiave|bearer";
const codeNames = "pin|pin code|cvv|cvc|código pin|codi pin|code pin";
const links = "is|are|es|és|é|est|ist|era|was";

const named = `(?<![\\p{L}\\p{N}])(?:(?<strong>${strongNames})|(?<weak>${weakNames})|(?<code>${codeNames}))`;
const saysPassword = new RegExp(
  `${named}(?:["'*_]{1,2})?(?:\\s?[:=]|(?:\\s[^\\s:=.,;]{1,20}){0,4}?\\s(?:${links})[:]?(?=\\s)|(?=\\s[\\w.~+/-]{20}))\\s{0,2}(?<value>[^\\s]{3,200})`,
  "giu",
);

const itIs =
  "(?:es|er|sie|das) (?:ist|lautet|heißt)|it['’]?s|(?:it|which) (?:is|was)|[eé]s|era|é|è|c['’](?:est|était)|(?:il|elle) est";
const and = "(?:and|y|i|e|et|und)\\s";
/** "The wifi password is on the card. It's bluefish22": in the next clause, or the next sentence. */
const saysItIs = new RegExp(
  `${named}(?![\\p{L}\\p{N}])[^.!?…\\n]{0,80}?(?:(?:[.!?…,;:–—\\n]|\\s-)\\s{0,3}(?:${and})?|\\s${and})(?<itIs>${itIs}):?\\s{1,3}(?<value>[^\\s]{3,200})`,
  "giu",
);

function passwords(text: string): Span[] {
  return [...text.matchAll(saysPassword), ...text.matchAll(saysItIs)].flatMap((match) => {
    const { strong, code, itIs, value = "" } = match.groups ?? {};
    const secret = value.replace(/^["'“«`*(]+/, "").replace(/["'”»`*).,;:!?]+$/, "");
    const start = match.index + match[0].length - value.length + value.indexOf(secret);
    const end = start + secret.length;
    const isGiven = /(?:[:=]\s{0,2}|["'“«`])$/.test(text.slice(match.index, start));
    const isLast = itIs === undefined && endsSentence.test(text.slice(end, end + 12));
    const isWeak = (code === undefined ? keyLike : /^\d{3,8}$/).test(secret);
    const is = strong === undefined ? isWeak : isPassword(secret, isGiven, isLast);
    return is ? [{ start, end }] : [];
  });
}

const endsSentence = /^["'”»`*),;:]*(?:[.!?]|\s*(?:[.!?\n]|$))/;
const keyLike = /^(?!\d{4}-\d{2})(?=.*\d)(?=.*[a-z])[\w.~+/=!@#$%^&*-]{8,}$/i;

/** After "is", a plain word is a password only where it ends the sentence and does not describe one. */
function isPassword(secret: string, isGiven: boolean, isLast: boolean): boolean {
  if (secret.length < 3 || /^[[<{(]/.test(secret)) return false;
  if (isGiven || /\d|[^\p{L}\p{N}'’-]|\p{Ll}\p{Lu}/u.test(secret)) return true;
  return isLast && secret.length >= 4 && !describes.test(secret);
}

/** What is said of passwords: "the password is wrong", "la contraseña es correcta". */
const describes =
  /^(?:wrong|right|(?:in)?correct[ao]?|invalid|expired|(?:in)?secure|safe|strong|weak|long|short|secret|required|missing|empty|lost|gone|good|bad|here|there|fine|different|same|inválida|(?:in)?segura|fuerte|débil|larga|corta|secreta|mala|buena|errónea|llarga|curta|feble|forta|dolenta|bona|dèbil|errada|certa|fraca|forte|longa|boa|má|faux|fausse|bon|mauvais|faible|fort|court|falsch|richtig|(?:un)?sicher|schwach|stark|lang|kurz|abgelaufen|geheim)$/iu;

/** Keys and tokens, private keys and passwords in addresses: what cannot be anything else. Takes linear time. */
export const findKeys = (text: string): Span[] => [
  ...shapes.flatMap((shape) => spansOf(text, shape)),
  ...tokens(text),
];

/** How keys begin (many by https://github.com/gitleaks/gitleaks, MIT), and the fewest characters that follow. */
const formats = Object.entries(prefixes).flatMap(([fewest, starts]) =>
  starts.split(" ").map((start) => ({ start, fewest: Number(fewest) })),
);
const anyStart = new RegExp(
  `(?<![\\p{L}\\p{N}_])(?:${formats
    .map(({ start }) => start.replaceAll(".", "\\."))
    .toSorted((a, b) => b.length - a.length)
    .join("|")})`,
  "gu",
);
const longestToken = 3_000;
/** Of so many characters a run is a token; a shorter one may be words with hyphens. */
const certain = 30;

function tokens(text: string): Span[] {
  const spans: Span[] = [];
  for (const { 0: start, index } of text.matchAll(anyStart)) {
    if (index < (spans.at(-1)?.end ?? 0)) continue;
    const from = index + start.length;
    const [run = ""] = /^[\w~+/=.-]*[\w=]/.exec(text.slice(from, from + longestToken)) ?? [];
    const fewest = formats.find((format) => format.start === start)?.fewest ?? certain;
    const isSure = run.length >= certain || /\d/.test(run) || /^[A-Z]{16}$/.test(run);
    if (run.length >= fewest && isSure) spans.push({ start: index, end: from + run.length });
  }
  return spans;
}

const privateKey = "[A-Z\\d ]{0,30}PRIVATE KEY(?: BLOCK)?-----";
/** Keys that no prefix tells: by what stands about them. The group `it` is the key, else all is. */
const shapes: readonly RegExp[] = [
  new RegExp(
    `-----BEGIN ${privateKey}(?:(?!-----)[\\w+/=\\s\\\\:,.-])*(?:-----END ${privateKey})?`,
    "dg",
  ),
  /PuTTY-User-Key-File-\d|^Private-Lines:[A-Za-z\d+/=\s]*[A-Za-z\d+/=]/dgm,
  // user:password@host; a name in brackets or of a variable stands for one.
  /(?<![a-z\d+.-])[a-z][a-z\d+.-]{1,20}:\/\/[^\s:@/?#<>"']{0,100}:(?![<${[*%]|x{3,}@|\.{3})(?<it>[^\s@/<>"']{3,200})@(?=[a-z\d[])/dgi,
  /(?<![a-z])(?:PrivateKey|PresharedKey|aws_?secret_?(?:access_?)?key|AccountKey|SharedAccessKey|sig)["' \t]{0,4}[=:]["' \t]{0,4}(?<it>[A-Za-z\d%+/]{40,120}={0,2})/dgi,
  // A bot's, of Telegram.
  /(?<!\d)\d{8,10}:AA[\w-]{33}(?![\w-])/dg,
  /(?<![a-z])Authorization["']?: ?["']?Basic (?<it>[A-Za-z\d+/]{12,200}={0,2})/dgi,
];
