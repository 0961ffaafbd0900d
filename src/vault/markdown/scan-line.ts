import { indentAt, isThematicBreak } from "./line-shapes.ts";

/** A line that many nested containers look at: what they ask is worked out once. */
export class ScanLine {
  /** With tabs expanded. */
  readonly text: string;
  private runStart = 0;
  private runEnd = -1;
  private ruleStart: number | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** Number of spaces from `from`. */
  indent(from: number): number {
    if (from < this.runStart || from > this.runEnd) {
      this.runStart = from;
      this.runEnd = from + indentAt(this.text, from);
    }
    return this.runEnd - from;
  }

  isThematicBreak(at: number): boolean {
    this.ruleStart ??= ruleStart(this.text);
    return at >= this.ruleStart && isThematicBreak(this.text, at);
  }
}

/** Where the stretch of one character and spaces starts that ends the line: no thematic break starts before it. */
function ruleStart(text: string): number {
  let at = text.length;
  while (at > 0 && text.charCodeAt(at - 1) === 0x20) at--;
  const marker = text.charCodeAt(at - 1);
  while (at > 0 && (text.charCodeAt(at - 1) === marker || text.charCodeAt(at - 1) === 0x20)) at--;
  return at;
}
