import { findKeys } from "./find-keys.ts";
import type { Span } from "./numbers.ts";

/** Keys and tokens by their shapes, private keys, and what is said to be a password ("la contraseña es …"). */
export function findSecrets(text: string): Span[] {
  return [...findKeys(text), ...passwords(text)];
}

const strongNames =
  "password|passwd|passcode|passphrase|contraseña|contrasena|contrasenya|clau de pas|palavra-passe|palavra passe|senha|mot de passe|passwort|kennwort";
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
  "(?:es|er|sie|das) (?:ist|lautet|heißt)|it['’]?s|it is|it was|which is|es|era|és|é|è|c['’]est|c['’]était|(?:il|elle) est";
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
  /^(?:wrong|right|correct|incorrect|invalid|expired|secure|insecure|safe|strong|weak|long|short|secret|required|missing|empty|lost|gone|good|bad|here|there|fine|different|same|incorrecta|correcta|inválida|segura|insegura|fuerte|débil|larga|corta|secreta|mala|buena|errónea|llarga|curta|feble|forta|dolenta|bona|dèbil|errada|certa|fraca|forte|longa|boa|má|faux|fausse|correct|bon|mauvais|faible|fort|long|court|falsch|richtig|sicher|unsicher|schwach|stark|lang|kurz|abgelaufen|geheim)$/iu;
