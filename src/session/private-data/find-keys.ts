import { gitleaksRules, type KeyRule } from "./gitleaks-rules.ts";
import type { Span } from "./span.ts";

/** Keys and tokens by their shapes, private keys, and passwords in addresses: what cannot be anything else. Takes linear time. */
export function findKeys(text: string): Span[] {
  return [...privateKeys(text), ...tokens(text), ...named(text)];
}

/** Those of gitleaks, and what they miss; each is tried where a key may begin, on a bounded stretch. */
const rules: readonly KeyRule[] = [
  ...gitleaksRules,
  [["sk-"], String.raw`sk-(?=[\w-]{0,300}\d)[\w-]{20,300}`],
  [["sk_", "pk_", "rk_"], String.raw`(?:sk|pk|rk)_(?:live|test|prod)_\w{10,200}`],
  [["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], String.raw`gh[pousr]_\w{30,255}`],
  [["github_pat_"], String.raw`github_pat_\w{22,255}`],
  [["glpat-", "glrt-"], String.raw`gl(?:pat|rt)-[\w-]{20,300}`],
  [["xox"], String.raw`xox[abeoprs]-[\w-]{10,300}`],
  [["hf_", "npm_"], String.raw`(?:hf|npm)_[A-Za-z\d]{30,60}`],
  [["eyj"], String.raw`eyJ[\w-]{8,400}\.[\w-]{8,3000}\.[\w-]{8,1000}`],
  [["sk.eyj", "pk.eyj"], String.raw`[sp]k\.eyJ[\w-]{20,300}\.[\w-]{10,100}`],
  [["tskey-"], String.raw`tskey-[a-z]{3,12}-[\w-]{16,100}`],
  [["hvs.", "hvb.", "hvr."], String.raw`hv[sbr]\.[\w-]{24,300}`],
  [["ya29."], String.raw`ya29\.[\w-]{30,600}`],
  [["gocspx-"], String.raw`GOCSPX-[\w-]{28}`],
  [["gsk_", "xai-", "sgp_", "sbp_"], String.raw`(?:gsk_|xai-|sgp_|sbp_)[A-Za-z\d_]{40,120}`],
  [["r8_"], String.raw`r8_[A-Za-z\d]{37}`],
  [["figd_"], String.raw`figd_[\w-]{40,60}`],
  [["whsec_"], String.raw`whsec_[A-Za-z\d+/]{24,100}`],
  [["dckr_"], String.raw`dckr_(?:pat|oat)_[\w-]{24,100}`],
  [["atatt3"], String.raw`ATATT3[\w=-]{100,300}`],
  [["nrak-"], String.raw`NRAK-[A-Z\d]{27}`],
  [["key-"], String.raw`key-[a-f\d]{32}`],
  [["xprv"], String.raw`xprv[A-Za-z\d]{100,120}`],
  [["nsec1"], String.raw`nsec1[a-z\d]{58}`],
];

interface CompiledRule {
  readonly start: string;
  readonly whole: RegExp;
}

const compiled: readonly CompiledRule[] = rules.flatMap(([starts, pattern, flags]) =>
  starts.map((start) => ({ start, whole: new RegExp(`^${pattern}(?![A-Za-z\\d])`, flags) })),
);
const anyStart = new RegExp(
  `(?<![\\p{L}\\p{N}_])(?:${[...new Set(compiled.map(({ start }) => start))]
    .toSorted((a, b) => b.length - a.length)
    .map((start) => start.replaceAll(".", "\\."))
    .join("|")})`,
  "giu",
);
const longestToken = 6_100;

function tokens(text: string): Span[] {
  const spans: Span[] = [];
  for (const { 0: word, index } of text.matchAll(anyStart)) {
    if (index < (spans.at(-1)?.end ?? 0)) continue;
    const begin = word.toLowerCase();
    const stretch = text.slice(index, index + longestToken);
    const lengths = compiled.map(({ start, whole }) =>
      begin.startsWith(start) ? (whole.exec(stretch)?.[0].length ?? 0) : 0,
    );
    const length = Math.max(...lengths);
    if (length > 0) spans.push({ start: index, end: index + length });
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
    spans.push({ start: match.index, end: ends[next] ?? open + bodyLength(text, open) });
  }
  return spans;
}

function bodyLength(text: string, from: number): number {
  const body = /[A-Za-z\d+/=\s]*/y;
  body.lastIndex = from;
  return body.exec(text)?.[0].trimEnd().length ?? 0;
}

/** Keys without a beginning of their own: by what stands about them. The first group is the key, else all is. */
const namedShapes: readonly RegExp[] = [
  // user:password@host; a name in brackets or of a variable stands for one.
  /(?<![a-z\d+.-])[a-z][a-z\d+.-]{1,20}:\/\/[^\s:@/?#<>"']{0,100}:(?![<${[*%]|x{3,}@|\.{3})([^\s@/<>"']{3,200})@(?=[a-z\d[])/dgi,
  /(?<![A-Za-z])(?:PrivateKey|PresharedKey)[ \t]{0,4}[=:][ \t]{0,4}([A-Za-z\d+/]{43}=)/dgi,
  /(?<![a-z])aws_?secret_?(?:access_?)?key["' \t]{0,4}[=:]["' \t]{0,4}([A-Za-z\d+/]{40})(?![A-Za-z\d+/=])/dgi,
  /(?<![a-z])(?:AccountKey|SharedAccessKey)=([A-Za-z\d+/]{40,100}={1,2})/dgi,
  /[?&]sig=([A-Za-z\d%+/]{40,120}(?:%3D|=))/dgi,
  /(?<![\w~.])[\w~.]{3}\dQ~[\w~.-]{31,34}(?![\w~-])/dg,
  /(?<!\d)\d{8,10}:AA[\w-]{33}(?![\w-])/dg,
  /(?<![\w.-])[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])/dg,
  /(?<![A-Za-z\d])[A-Za-z\d]{14}\.atlasv1\.[\w=-]{60,70}/dg,
  /(?<![a-z\d])[a-f\d]{32}-us\d{1,2}(?![\w-])/dg,
  /hooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Za-z\d+/]{40,60}/dg,
  /discord(?:app)?\.com\/api\/webhooks\/\d{15,20}\/[\w-]{60,80}/dg,
  /(?<![a-z])Authorization["']?: ?["']?Basic ([A-Za-z\d+/]{12,200}={0,2})/dgi,
];

function named(text: string): Span[] {
  return namedShapes.flatMap((shape) =>
    [...text.matchAll(shape)].flatMap(({ indices }) => {
      const [start, end] = indices?.[1] ?? indices?.[0] ?? [0, 0];
      return end > start ? [{ start, end }] : [];
    }),
  );
}
