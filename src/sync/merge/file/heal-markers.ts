/** A text with another client's conflict markers, taken apart. */
export interface Conflicted {
  readonly first: string;
  readonly second: string;
  /** What stands outside the conflicts. */
  readonly outside: string;
}

/**
 * The two versions that a merge by another git client left in one text. Undefined where there are no markers, or they
 * are not well formed, or stand in a fence of code.
 */
export function splitConflicts(text: string): Conflicted | undefined {
  if (!/^<{7}(?: |\r?$)/m.test(text)) return undefined;
  const reader = new ConflictReader();
  for (const line of text.split(/(?<=\n)/)) if (!reader.read(line)) return undefined;
  return reader.finish();
}

type Part = "outside" | "first" | "base" | "second";

class ConflictReader {
  private part: Part = "outside";
  private fence = "";
  private found = false;
  private readonly first: string[] = [];
  private readonly second: string[] = [];
  private readonly outside: string[] = [];

  /** False where the markers are out of order. */
  read(line: string): boolean {
    const mark = this.fence === "" || this.part !== "outside" ? markOf(line) : undefined;
    if (mark !== undefined) return this.turn(mark, line);
    if (this.part === "outside") this.readFence(line);
    this.add(line);
    return true;
  }

  finish(): Conflicted | undefined {
    if (!this.found || this.part !== "outside") return undefined;
    const { first, second, outside } = this;
    return { first: first.join(""), second: second.join(""), outside: outside.join("") };
  }

  private turn(mark: string, line: string): boolean {
    const { part } = this;
    if (mark === "<" && part === "outside") this.part = "first";
    else if (mark === "|" && part === "first") this.part = "base";
    else if (mark === "=" && (part === "first" || part === "base")) this.part = "second";
    else if (mark === ">" && part === "second") {
      this.part = "outside";
      this.found = true;
    } else if (mark === "<" || part !== "outside") return false;
    // Outside a conflict the others are Markdown: an underline, a quote.
    else this.add(line);
    return true;
  }

  private add(line: string): void {
    const { part } = this;
    if (part === "outside" || part === "first") this.first.push(line);
    if (part === "outside" || part === "second") this.second.push(line);
    if (part === "outside") this.outside.push(line);
  }

  private readFence(line: string): void {
    const words = line.trim().replace(/^(?:>|[-*+] |\d{1,9}[.)] )+[ \t]*/, "");
    const run = /^(?:`{3,}|~{3,})/.exec(words)?.[0];
    if (run === undefined) return;
    const isInfo = words.length > run.length;
    if (this.fence === "") {
      if (run.startsWith("~") || !words.slice(run.length).includes("`")) this.fence = run;
    } else if (!isInfo && run.startsWith(this.fence)) this.fence = "";
  }
}

const markOf = (line: string): string | undefined =>
  /^(?:([<>|])\1{6}(?: .*)?|(=)={6})$/
    .exec(line.replace(/(?<![\r\n])[\r\n]+$/, ""))
    ?.slice(1)
    .find(Boolean);
