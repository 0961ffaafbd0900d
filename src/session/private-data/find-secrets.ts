import type { Span } from "./span.ts";

/** Keys and tokens by their shapes, private keys, and what is said to be a password ("la contraseña es …"). */
export function findSecrets(text: string): Span[] {
  return [...findKeys(text), ...passwords(text)];
}

/** Keys and tokens by their shapes, and private keys: what cannot be anything else. */
export function findKeys(text: string): Span[] {
  return [...privateKeys(text), ...tokens(text)];
}

/** What a key begins with decides; the length keeps words such as "sk-learn" out. */
const tokenShapes: readonly RegExp[] = [
  /^sk-(?=[\w-]*\d)[\w-]{20,}$/,
  /^(?:sk|pk|rk)_(?:live|test)_\w{16,}$/,
  /^gh[pousr]_\w{30,}$/,
  /^github_pat_\w{22,}$/,
  /^glpat-[\w-]{20,}$/,
  /^xox[abeoprs]-[\w-]{10,}$/,
  /^(?:AKIA|ASIA)[A-Z\d]{16}$/,
  /^AIza[\w-]{35}$/,
  /^(?:hf|npm)_[A-Za-z\d]{30,}$/,
  /^eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}$/,
];

const mayBeToken =
  /(?<![\p{L}\p{N}_])(?:sk-|sk_|pk_|rk_|gh[pousr]_|github_pat_|glpat-|xox[abeoprs]-|AKIA|ASIA|AIza|hf_|npm_|eyJ)[\w-]{8,}(?:\.[\w-]{8,}){0,2}/gu;

function tokens(text: string): Span[] {
  return [...text.matchAll(mayBeToken)].flatMap((match) => {
    const [whole] = match;
    // A full stop may end the sentence, or the token have three parts.
    const found = [whole, whole.split(".")[0] ?? ""].find((piece) =>
      tokenShapes.some((shape) => shape.test(piece)),
    );
    return found === undefined ? [] : [{ start: match.index, end: match.index + found.length }];
  });
}

const keyBegin = /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----/g;
const keyEnd = /-----END [A-Z ]{0,30}PRIVATE KEY-----/g;

/** Without its last line, a key goes to the end of its letters. */
function privateKeys(text: string): Span[] {
  const ends = [...text.matchAll(keyEnd)].map((match) => match.index + match[0].length);
  const spans: Span[] = [];
  let next = 0;
  for (const match of text.matchAll(keyBegin)) {
    if (match.index < (spans.at(-1)?.end ?? 0)) continue;
    while ((ends[next] ?? Number.POSITIVE_INFINITY) < match.index) next++;
    const open = match.index + match[0].length;
    spans.push({ start: match.index, end: ends[next] ?? open + bodyLength(text, open) });
  }
  return spans;
}

function bodyLength(text: string, from: number): number {
  const body = /[A-Za-z\d+/=\s]*/y;
  body.lastIndex = from;
  return body.exec(text)?.[0].trimEnd().length ?? 0;
}

const strongNames =
  "password|passwd|passcode|passphrase|contraseña|contrasena|contrasenya|clau de pas|palavra-passe|palavra passe|senha|mot de passe|passwort|kennwort";
const weakNames =
  "api[ _-]?key|access[ _-]?token|token|secret|client[ _-]?secret|clave|clau|chave|clé|schlüssel|chiave|bearer";
const codeNames = "pin|pin code|cvv|cvc|código pin|codi pin|code pin";
const links = "is|are|es|és|é|est|ist|era|was";

const saysPassword = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?<strong>${strongNames})|(?<weak>${weakNames})|(?<code>${codeNames}))(?:["'*_]{1,2})?(?:\\s?[:=]|(?:\\s[^\\s:=.,;]{1,20}){0,4}?\\s(?:${links})[:]?(?=\\s)|(?=\\s[\\w.~+/-]{20}))\\s{0,2}(?<value>[^\\s]{3,200})`,
  "giu",
);

function passwords(text: string): Span[] {
  return [...text.matchAll(saysPassword)].flatMap((match) => {
    const { strong, code, value = "" } = match.groups ?? {};
    const secret = value.replace(/^["'“«`*(]+/, "").replace(/["'”»`*).,;:!?]+$/, "");
    const end = match.index + match[0].length;
    const written = /[:=]\s{0,2}$/.test(match[0].slice(0, -value.length));
    const ends = /^\s*(?:[.!?\n]|$)/.test(text.slice(end, end + 4)) || /[.!?]$/.test(value);
    const quoted = /^["'“«`]/.test(value);
    const is =
      strong !== undefined
        ? isPassword(secret, written || quoted, ends)
        : code !== undefined
          ? /^\d{3,8}$/.test(secret)
          : isKeyLike(secret);
    if (!is) return [];
    const start = end - value.length + value.indexOf(secret);
    return [{ start, end: start + secret.length }];
  });
}

/** After "is", a plain word is a password only where it ends the sentence and does not describe one. */
function isPassword(secret: string, isGiven: boolean, endsSentence: boolean): boolean {
  if (secret.length < 3 || /^[[<{(]/.test(secret)) return false;
  if (isGiven || /\d|[^\p{L}\p{N}'’-]|\p{Ll}\p{Lu}/u.test(secret)) return true;
  return endsSentence && secret.length >= 4 && !describes.test(secret);
}

function isKeyLike(secret: string): boolean {
  return (
    /^[\w.~+/=!@#$%^&*-]{8,}$/.test(secret) &&
    /\d/.test(secret) &&
    /[a-z]/i.test(secret) &&
    !/^\d{4}-\d{2}/.test(secret)
  );
}

/** What is said of passwords: "the password is wrong", "la contraseña es correcta". */
const describes =
  /^(?:wrong|right|correct|incorrect|invalid|expired|secure|insecure|safe|strong|weak|long|short|secret|required|missing|empty|lost|gone|good|bad|here|there|fine|different|same|incorrecta|correcta|inválida|segura|insegura|fuerte|débil|larga|corta|secreta|mala|buena|errónea|llarga|curta|feble|forta|dolenta|bona|dèbil|errada|certa|fraca|forte|longa|boa|má|faux|fausse|correct|bon|mauvais|faible|fort|long|court|falsch|richtig|sicher|unsicher|schwach|stark|lang|kurz|abgelaufen|geheim)$/iu;
