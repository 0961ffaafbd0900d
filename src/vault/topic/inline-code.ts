import { codeSpans, type Span } from "./inline-tags.ts";

/**
 * Where code stands in the lines of a block, by offsets in the lines joined by `\n`: fences, also those nested in a
 * list or a quotation, and code spans, which end with their paragraph. In order, in linear time.
 */
export function codeIn(lines: readonly string[]): Span[] {
  if (!lines.some((line) => line.includes("`") || line.includes("~~~"))) return [];
  const finder = new CodeFinder();
  for (const line of lines) finder.read(line);
  return finder.finish();
}

class CodeFinder {
  private readonly found: Span[] = [];
  private fence: { readonly mark: string; readonly column: number } | undefined;
  /** The paragraph at hand, and where it starts. */
  private run: string[] = [];
  private runAt = 0;
  private at = 0;

  read(line: string): void {
    const words = line.replace(containers, "");
    const column = line.length - words.length;
    const [mark = ""] = fenceMark.exec(words) ?? [];
    // What holds the fence is over: so is the fence.
    const indent = indentOf.exec(line)?.[0].length ?? 0;
    if (words !== "" && indent < (this.fence?.column ?? 0)) this.fence = undefined;
    if (this.fence !== undefined) this.readFenced(line, words, mark);
    else if (mark !== "" && !(mark.startsWith("`") && words.includes("`", mark.length))) {
      this.endRun();
      this.add(line);
      this.fence = { mark, column };
    } else this.readText(line, words, column);
    this.at += line.length + 1;
  }

  finish(): Span[] {
    this.endRun();
    return this.found;
  }

  private readFenced(line: string, words: string, mark: string): void {
    this.add(line);
    if (mark.startsWith(this.fence?.mark ?? "") && mark === words.trimEnd()) this.fence = undefined;
  }

  private readText(line: string, words: string, column: number): void {
    const isStart = column > line.length - line.trimStart().length || /^#{1,6} /.test(words);
    if (words === "" || isStart) this.endRun();
    if (this.run.length === 0) this.runAt = this.at;
    this.run.push(line);
  }

  private add(line: string): void {
    this.found.push({ from: this.at, to: this.at + line.length });
  }

  private endRun(): void {
    const { runAt } = this;
    for (const { from, to } of codeSpans(this.run.join("\n"))) {
      this.found.push({ from: runAt + from, to: runAt + to });
    }
    this.run = [];
  }
}

const indentOf = /^[ \t>]*/;
/** Indent, marks of quotations and of items. */
const containers = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*/;
const fenceMark = /^(?:`{3,}|~{3,})/;
