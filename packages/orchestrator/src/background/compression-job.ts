import type {
  CompressionContext,
  CompressionResult,
  IContent,
  SettingValues,
} from '@palimpsest/core-types';
import type { Attempt } from '../attempts/outcome.ts';

/**
 * A compression that runs apart from requests, possibly in another process. Plain JSON, apart from `native` members and bytes of
 * its entries.
 */
export interface CompressionJob extends Pick<
  CompressionContext,
  'currentTokenCount' | 'triggerTokens' | 'completionBudget' | 'activeTodos' | 'transcriptPath'
> {
  /** Hexadecimal digest of everything that the result depends on, so that equal jobs run once. */
  readonly id: string;
  /** Id of the session; absent without one. */
  readonly session?: string;
  readonly strategy: string;
  /** Explicit settings by key. */
  readonly settings: SettingValues;
  /** The history so far. Entries that must stay have `metadata.pinned`. */
  readonly history: readonly IContent[];
  readonly targetTokens: number;
  readonly pinDirectives: boolean;
  readonly compressionVerification: boolean;
}

/** The result of a job whose strategy compressed. */
export interface CompressionJobResult {
  readonly result: Extract<CompressionResult, { kind: 'applied' }>;
  readonly attempts: readonly Pick<Attempt, 'strategy' | 'ms'>[];
}

export type CompressionJobState =
  /** Waits or runs. */
  | { readonly kind: 'running' }
  | ({ readonly kind: 'done' } & CompressionJobResult)
  /** The strategy failed or changed nothing. `reason` says why. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** Was never started, or is no longer known. */
  | { readonly kind: 'unknown' };

/** Runs compressions apart from requests: `compressInBackground` in this process, or the queue of `@palimpsest/worker`. */
export interface BackgroundCompressions {
  /** Hands over a job. Does nothing if a job of that id is running or done. */
  start(job: CompressionJob): Promise<void>;
  find(id: string): Promise<CompressionJobState>;
}
