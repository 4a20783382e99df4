import type { IContent } from './content.ts';

/** Options of `optimize`, from the settings `compression.density.*`. */
export interface DensityConfig {
  /** Remove reads of files that were written later. */
  readonly readWritePruning: boolean;
  /** Keep only the newest of repeated file inclusions. */
  readonly fileDedupe: boolean;
  /** Replace tool results older than the newest `recencyRetention` of their tool. */
  readonly recencyPruning: boolean;
  /** Results to keep per tool name; values below 1 count as 1. */
  readonly recencyRetention: number;
  /** Absolute folder against which relative paths are resolved. */
  readonly workspaceRoot: string;
  /** Remove the exchange of a stale read, or replace its result by a pointer. @default 'removal' */
  readonly staleReads?: 'removal' | 'pointer';
}

export interface DensityResultMetadata {
  readonly readWritePairsPruned: number;
  readonly fileDeduplicationsPruned: number;
  readonly recencyPruned: number;
}

/**
 * Planned edits of one history. `applyDensityResult` of `@palimpsest/engine/history` applies them; it rejects indices that are out of bounds,
 * listed twice, or both removed and replaced.
 */
export interface DensityResult {
  readonly removals: readonly number[];
  readonly replacements: ReadonlyMap<number, IContent>;
  readonly metadata: DensityResultMetadata;
}
