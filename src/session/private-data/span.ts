/** A stretch of a text; `end` is the place after it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}
