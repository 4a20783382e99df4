import type { IContent } from './content.ts';

/** What `optimize` may do, from the `compression.density.*` settings (REQ-HD-001.9). */
export interface DensityConfig {
  /** Remove reads of files that were written later. */
  readonly readWritePruning: boolean;
  /** Keep only the newest of repeated file inclusions. */
  readonly fileDedupe: boolean;
  /** Replace tool results older than the newest `recencyRetention` of their tool. */
  readonly recencyPruning: boolean;
  /** Results kept for each tool name; below 1 counts as 1 (REQ-HD-013.6). */
  readonly recencyRetention: number;
  /** Absolute folder that relative paths are resolved against. */
  readonly workspaceRoot: string;
  /** What becomes of a stale read: the pair is removed, or its result becomes a pointer. @default 'removal' */
  readonly staleReads?: 'removal' | 'pointer';
}

export interface DensityResultMetadata {
  readonly readWritePairsPruned: number;
  readonly fileDeduplicationsPruned: number;
  readonly recencyPruned: number;
}

/**
 * A plan for one history: nothing has happened yet. `applyDensityResult` of `@palimpsest/history` carries it out and refuses
 * indices that are out of bounds, listed twice, or both removed and replaced (REQ-HD-001.5 to 001.8).
 */
export interface DensityResult {
  readonly removals: readonly number[];
  readonly replacements: ReadonlyMap<number, IContent>;
  readonly metadata: DensityResultMetadata;
}
