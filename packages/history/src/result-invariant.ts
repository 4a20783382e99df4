import type { HumanTextPolicy, IContent, ProvenanceRecord } from '@palimpsest/core-types';
import type { EntryPredicate } from './create-is-protected.ts';

/** A compression to be judged: what went in (repaired), what came out, and what had been promised. */
export interface CheckedResult {
  readonly before: readonly IContent[];
  readonly after: readonly IContent[];
  /** For each entry of `after`, the indices in `before` it stands for. Where it is empty, nothing is judged that depends on it. */
  readonly provenance: readonly ProvenanceRecord[];
  /** Index in `before` of the first entry of the tail. Without it, nothing is judged that depends on it. */
  readonly tailStart?: number;
  readonly isProtected: EntryPredicate;
  readonly humanText: HumanTextPolicy;
  /** Human text of more characters counts as ordinary text. Without it none does, and `last` means that entries are dropped. */
  readonly longHumanText?: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly targetTokens?: number;
  readonly shortfallTokens?: number;
}

/** Something every compression keeps. The numbers are those of the laws in `docs/architecture.md`. */
export interface ResultInvariant {
  readonly name: string;
  readonly guarantee: string;
  find(result: CheckedResult): Iterable<readonly [index: number, message: string]>;
}
