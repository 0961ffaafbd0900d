import prefixes from "./key-prefixes.json" with { type: "json" };
import type { Span } from "./numbers.ts";

/** Keys and tokens by their shapes, private keys, and passwords in addresses: what cannot be anything else. Takes linear time. */
export function findKeys(text: string): Span[] {
  return [...privateKeys(text), ...tokens(text), ...named(text)];
}

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

const keyBegin =
  /-----BEGIN [A-Z\d ]{0,30}PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-\d|^Private-Lines:/gm;
const keyEnd = /-----END [A-Z\d ]{0,30}PRIVATE KEY(?: BLOCK)?-----/g;

/** Without its last line, a key goes to the end of its letters. */
function privateKeys(text: string): Span[] {
  const ends = [...text.matchAll(keyEnd)].map((match) => match.index + match[0].length);
  const spans: Span[] = [];
  let next = 0;
  for (const match of text.matchAll(keyBegin)) {
    if (match.index < (spans.at(-1)?.end ?? 0)) continue;
    while ((ends[next] ?? Number.POSITIVE_INFINITY) < match.index) next++;
    const open = match.index + match[0].length;
    const body = /[A-Za-z\d+/=\s]*/y;
    body.lastIndex = open;
    const end = ends[next] ?? open + (body.exec(text)?.[0].trimEnd().length ?? 0);
    spans.push({ start: match.index, end });
  }
  return spans;
}

/** Keys without a beginning of their own: by what stands about them. The first group is the key, else all is. */
const namedShapes: readonly RegExp[] = [
  // user:password@host; a name in brackets or of a variable stands for one.
  /(?<![a-z\d+.-])[a-z][a-z\d+.-]{1,20}:\/\/[^\s:@/?#<>"']{0,100}:(?![<${[*%]|x{3,}@|\.{3})([^\s@/<>"']{3,200})@(?=[a-z\d[])/dgi,
  /(?<![a-z])(?:PrivateKey|PresharedKey|aws_?secret_?(?:access_?)?key|AccountKey|SharedAccessKey)["' \t]{0,4}[=:]["' \t]{0,4}([A-Za-z\d+/]{40,100}={0,2})/dgi,
  /[?&]sig=([A-Za-z\d%+/]{40,120}(?:%3D|=))/dgi,
  /(?<![\w~.])[\w~.]{3}\dQ~[\w~.-]{31,34}(?![\w~-])/dg,
  /(?<!\d)\d{8,10}:AA[\w-]{33}(?![\w-])/dg,
  /(?<![\w.-])[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])/dg,
  /(?<![A-Za-z\d])[A-Za-z\d]{14}\.atlasv1\.[\w=-]{60,70}/dg,
  /(?<![a-z\d])[a-f\d]{32}-us\d{1,2}(?![\w-])/dg,
  /(?:hooks\.slack\.com\/(?:services|workflows|triggers)|discord(?:app)?\.com\/api\/webhooks)\/[\w+/-]{40,100}/dg,
  /(?<![a-z])Authorization["']?: ?["']?Basic ([A-Za-z\d+/]{12,200}={0,2})/dgi,
];

const named = (text: string): Span[] => namedShapes.flatMap((shape) => spansOf(text, shape));

/** Where a pattern is found: its first group, else all of it. */
export function spansOf(text: string, shape: RegExp): Span[] {
  return [...text.matchAll(shape)].flatMap(({ indices }) => {
    const [start, end] = indices?.[1] ?? indices?.[0] ?? [0, 0];
    return end > start ? [{ start, end }] : [];
  });
}
