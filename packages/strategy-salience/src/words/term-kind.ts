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

/** Number of each kind: its index in `TERM_KINDS`. */
export const KIND: Readonly<Record<TermKind, number>> = Object.fromEntries(
  TERM_KINDS.map((kind, number) => [kind, number]),
) as Record<TermKind, number>;
