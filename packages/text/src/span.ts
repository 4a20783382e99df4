/** A part of a text, in UTF-16 units; `end` is the first unit behind it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}
