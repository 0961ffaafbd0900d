import prefixes from "./key-prefixes.json" with { type: "json" };
import { type Span, spansOf } from "./numbers.ts";

/** Keys and tokens by their shapes, private keys, and passwords in addresses: what cannot be anything else. Takes linear time. */
export const findKeys = (text: string): Span[] => [
  ...shapes.flatMap((shape) => spansOf(text, shape)),
  ...tokens(text),
];

/** How keys of a format begin (many by https://github.com/gitleaks/gitleaks, MIT), and the fewest characters that follow. */
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

const privateKey = "PRIVATE KEY(?: BLOCK)?-----";
/** Keys that no prefix tells: by what stands about them. The group `it` is the key, else all is. */
const shapes: readonly RegExp[] = [
  // Without its last line, a key goes to the end of its letters.
  new RegExp(
    `-----BEGIN [A-Z\\d ]{0,30}${privateKey}(?:(?:[^-]|-(?!----))*-----END [A-Z\\d ]{0,30}${privateKey}|[A-Za-z\\d+/=\\s]*[A-Za-z\\d+/=]|)`,
    "dg",
  ),
  /PuTTY-User-Key-File-\d|^Private-Lines:[A-Za-z\d+/=\s]*[A-Za-z\d+/=]/dgm,
  // user:password@host; a name in brackets or of a variable stands for one.
  /(?<![a-z\d+.-])[a-z][a-z\d+.-]{1,20}:\/\/[^\s:@/?#<>"']{0,100}:(?![<${[*%]|x{3,}@|\.{3})(?<it>[^\s@/<>"']{3,200})@(?=[a-z\d[])/dgi,
  /(?<![a-z])(?:PrivateKey|PresharedKey|aws_?secret_?(?:access_?)?key|AccountKey|SharedAccessKey)["' \t]{0,4}[=:]["' \t]{0,4}(?<it>[A-Za-z\d+/]{40,100}={0,2})/dgi,
  /[?&]sig=(?<it>[A-Za-z\d%+/]{40,120}(?:%3D|=))/dgi,
  /(?<![\w~.])[\w~.]{3}\dQ~[\w~.-]{31,34}(?![\w~-])/dg,
  /(?<!\d)\d{8,10}:AA[\w-]{33}(?![\w-])/dg,
  /(?<![\w.-])[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])/dg,
  /(?<![A-Za-z\d])[A-Za-z\d]{14}\.atlasv1\.[\w=-]{60,70}/dg,
  /(?<![a-z\d])[a-f\d]{32}-us\d{1,2}(?![\w-])/dg,
  /(?:hooks\.slack\.com\/(?:services|workflows|triggers)|discord(?:app)?\.com\/api\/webhooks)\/[\w+/-]{40,100}/dg,
  /(?<![a-z])Authorization["']?: ?["']?Basic (?<it>[A-Za-z\d+/]{12,200}={0,2})/dgi,
];
