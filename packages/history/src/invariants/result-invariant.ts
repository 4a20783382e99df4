import type { HumanTextPolicy, IContent, ProvenanceRecord } from '@palimpsest/core-types';
import type { EntryPredicate } from '../entries/blank.ts';

/** A compression to check: its repaired input, its output, and the guarantees that apply. */
export interface CheckedResult {
  readonly before: readonly IContent[];
  readonly after: readonly IContent[];
  /** Provenance of each output entry by input index. If empty, checks that need it are skipped. */
  readonly provenance: readonly ProvenanceRecord[];
  /** Index in `before` of the first entry of the tail. If absent, checks that need it are skipped. */
  readonly tailStart?: number | undefined;
  readonly isProtected: EntryPredicate;
  readonly humanText: HumanTextPolicy;
  /** Longer user text counts as ordinary text, in UTF-16 units. If absent, none does, and `last` means that entries are removed. */
  readonly longHumanText?: number | undefined;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly targetTokens?: number | undefined;
  readonly shortfallTokens?: number | undefined;
}

/** A property of every compression. `docs/architecture.md` explains the numbers. */
export interface ResultInvariant {
  readonly name: string;
  readonly guarantee: string;
  find(result: CheckedResult): Iterable<readonly [index: number, message: string]>;
}
