import { lastName, pathToBytes } from "./path-bytes.ts";

/** Whether a path, relative to the folder of the pattern, fits it. */
export type PathMatch = (path: string, isFolder?: boolean) => boolean;

interface GlobOptions {
  /** As with core.ignoreCase. */
  readonly ignoreCase?: boolean | undefined;
}

/**
 * A pattern of .gitattributes or .gitignore, without the `!`, after dir.c of git: one that ends in a slash fits
 * folders only, one without another slash is compared with the last name, any other with the whole path.
 */
export function compilePattern(pattern: string, { ignoreCase }: GlobOptions = {}): PathMatch {
  const forFolders = pattern.endsWith("/");
  const glob = forFolders ? pattern.slice(0, -1) : pattern;
  const isName = !glob.includes("/");
  const fold = ignoreCase ? toLowerAscii : (text: string): string => text;
  const bytes = pathToBytes(glob.replace(/^\//, ""));
  // Git compares what stands before the first special sign by itself, and so sees "b**/a" as "**/a" behind a "b".
  const plain = isName ? "" : (/^[^*?[\\]*/.exec(bytes)?.[0] ?? "");
  const matches = compileWildmatch(bytes.slice(plain.length), { ignoreCase });
  return (path, isFolder = false) => {
    if (forFolders && !isFolder) return false;
    const whole = pathToBytes(isName ? lastName(path) : path);
    return fold(whole).startsWith(fold(plain)) && matches(whole.slice(plain.length));
  };
}

/** What one step of a pattern reads: one byte of a set, or any number of bytes. */
type Step =
  | { readonly type: "byte"; readonly has: (byte: string) => boolean }
  | { readonly type: "star" }
  | { readonly type: "stars" }
  /** Before stars and a slash, which together may be nothing. */
  | { readonly type: "fork" };

/**
 * Git's wildmatch with WM_PATHNAME, on byte strings: `*` stays within a name, `**` between slashes crosses them.
 * All ways to match are followed at once, so that no pattern takes longer than its length times that of the text.
 */
function compileWildmatch(
  glob: string,
  { ignoreCase = false }: GlobOptions = {},
): (text: string) => boolean {
  const steps = parseSteps(glob, ignoreCase);
  if (steps === undefined) return () => false; // a class that git cannot read fits nothing
  const last = steps.at(-1);
  let [here, next] = [createPlaces(steps.length), createPlaces(steps.length)];
  return (whole) => {
    const text = ignoreCase ? toLowerAscii(whole) : whole;
    if (last?.type === "byte" && text !== "" && !last.has(text.slice(-1))) return false; // nearly all end here
    here.clear();
    enter(steps, here, 0);
    for (let i = 0; i < text.length && here.count() > 0; i++) {
      next.clear();
      for (let n = 0; n < here.count(); n++) advance(steps, next, here.get(n), text.charAt(i));
      [here, next] = [next, here];
    }
    return here.has(steps.length);
  };
}

/** A set of places in a pattern, used again for each byte: making sets again would take most of the time. */
interface Places {
  clear(): void;
  add(at: number): void;
  has(at: number): boolean;
  count(): number;
  /** The nth that was added. */
  get(n: number): number;
}

function createPlaces(last: number): Places {
  const places = new Uint32Array(last + 1);
  const rounds = new Uint32Array(last + 1);
  let count = 0;
  let round = 1;
  return {
    clear() {
      count = 0;
      round = (round + 1) >>> 0;
    },
    add(at) {
      rounds[at] = round;
      places[count++] = at;
    },
    has: (at) => rounds[at] === round,
    count: () => count,
    get: (n) => places[n] ?? 0,
  };
}

/** Puts a place in the pattern, and those that need no byte to be reached from it, among the present ones. */
function enter(steps: readonly Step[], places: Places, at: number): void {
  if (places.has(at)) return;
  places.add(at);
  const step = steps[at];
  if (step === undefined || step.type === "byte") return;
  enter(steps, places, at + 1);
  if (step.type === "fork") enter(steps, places, at + 3);
}

function advance(steps: readonly Step[], next: Places, at: number, byte: string): void {
  const step = steps[at];
  if (step?.type === "byte") {
    if (step.has(byte)) enter(steps, next, at + 1);
  } else if (step?.type === "stars" || (step?.type === "star" && byte !== "/")) {
    enter(steps, next, at);
  }
}

function parseSteps(glob: string, ignoreCase: boolean): Step[] | undefined {
  const steps: Step[] = [];
  for (let at = 0; at < glob.length; ) {
    const parsed = parseStep(glob, at, ignoreCase);
    if (parsed === undefined) return undefined;
    steps.push(...parsed.steps);
    at = parsed.end;
  }
  return steps;
}

interface Parsed {
  readonly steps: readonly Step[];
  readonly end: number;
}

function parseStep(glob: string, at: number, ignoreCase: boolean): Parsed | undefined {
  const sign = glob.charAt(at);
  if (sign === "*") return parseStars(glob, at);
  if (sign === "?") return { steps: [{ type: "byte", has: (byte) => byte !== "/" }], end: at + 1 };
  if (sign === "[") {
    const parsed = parseClass(glob, at + 1, ignoreCase);
    const has = (byte: string): boolean => byte !== "/" && parsed?.has(byte) === true;
    return parsed && { steps: [{ type: "byte", has }], end: parsed.end };
  }
  const place = sign === "\\" ? at + 1 : at;
  if (place === glob.length) return undefined;
  const literal = ignoreCase ? toLowerAscii(glob.charAt(place)) : glob.charAt(place);
  return { steps: [{ type: "byte", has: (byte) => byte === literal }], end: place + 1 };
}

function parseStars(glob: string, start: number): Parsed {
  let end = start + 1;
  while (glob[end] === "*") end++;
  const opens = start === 0 || glob[start - 1] === "/";
  const closes = end === glob.length || /^\\?\//.test(glob.slice(end, end + 2));
  if (end - start === 1 || !opens || !closes) return { steps: [{ type: "star" }], end };
  const steps: Step[] =
    glob[end] === "/" ? [{ type: "fork" }, { type: "stars" }] : [{ type: "stars" }];
  return { steps, end };
}

interface ByteClass {
  readonly has: (byte: string) => boolean;
  readonly end: number;
}

/** Reads what follows a `[`, sign by sign as git does; undefined where it has no end or an unknown name. */
function parseClass(glob: string, start: number, ignoreCase: boolean): ByteClass | undefined {
  const isNegated = glob[start] === "!" || glob[start] === "^";
  const parts: ClassPart[] = [];
  let before = "";
  let at = isNegated ? start + 1 : start;
  for (let isFirst = true; isFirst || glob[at] !== "]"; isFirst = false) {
    const part = parseRange(glob, at, before) ?? parseNamed(glob, at) ?? parseSingle(glob, at);
    if (part === undefined || part === "unknown") return undefined;
    parts.push(part);
    before = part.last;
    at = part.end;
  }
  const isIn = (byte: string): boolean =>
    parts.some(
      ({ has, isSingle }) => has(byte) || (ignoreCase && !isSingle && has(toUpperAscii(byte))),
    );
  return { has: (byte) => isIn(byte) !== isNegated, end: at + 1 };
}

interface ClassPart extends ByteClass {
  /** The byte that a range may go on from. */
  readonly last: string;
  /** Git compares a byte that stands alone as it is, whatever the case. */
  readonly isSingle?: boolean;
}

function parseSingle(glob: string, at: number): ClassPart | undefined {
  const place = glob[at] === "\\" ? at + 1 : at;
  const sign = glob[place];
  if (sign === undefined) return undefined;
  return { has: (byte) => byte === sign, last: sign, end: place + 1, isSingle: true };
}

function parseRange(glob: string, at: number, from: string): ClassPart | undefined {
  if (glob[at] !== "-" || from === "" || (glob[at + 1] ?? "]") === "]") return undefined;
  const to = parseSingle(glob, at + 1);
  return to && { has: (byte) => from <= byte && byte <= to.last, last: "", end: to.end };
}

function parseNamed(glob: string, at: number): ClassPart | "unknown" | undefined {
  if (!glob.startsWith("[:", at)) return undefined;
  const end = glob.indexOf("]", at + 2);
  if (end < 0) return "unknown";
  if (end < at + 3 || glob[end - 1] !== ":") return undefined;
  const named = namedClasses[glob.slice(at + 2, end - 1)];
  return named === undefined
    ? "unknown"
    : { has: (byte) => byte < "\x80" && named.test(byte), last: "", end: end + 1 };
}

const namedClasses: Readonly<Record<string, RegExp>> = {
  alnum: /[a-zA-Z0-9]/,
  alpha: /[a-zA-Z]/,
  blank: /[ \t]/,
  cntrl: /\p{Cc}/u,
  digit: /[0-9]/,
  graph: /[!-~]/,
  lower: /[a-z]/,
  print: /[ -~]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /[ \t\n\v\f\r]/,
  upper: /[A-Z]/,
  xdigit: /[0-9a-fA-F]/,
};

const toUpperAscii = (text: string): string =>
  text.replace(/[a-z]/g, (letter) => letter.toUpperCase());

const toLowerAscii = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
