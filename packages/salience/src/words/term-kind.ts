/** Kinds of terms; the value of a term depends on it. Same order as the weights. */
export const TERM_KINDS = [
  'plain',
  'path',
  'file',
  'dotted',
  'camel',
  'snake',
  'kebab',
  'id',
  'number',
] as const;

export type TermKind = (typeof TERM_KINDS)[number];

export const KIND: Readonly<Record<TermKind, number>> = {
  plain: 0,
  path: 1,
  file: 2,
  dotted: 3,
  camel: 4,
  snake: 5,
  kebab: 6,
  id: 7,
  number: 8,
};

/** Returns whether a kind identifies one thing, so that its recurrence is meaningful. */
export function isStrong(kind: number): boolean {
  return kind === KIND.path || kind === KIND.file || kind === KIND.id || kind === KIND.number;
}
