import type { CompressionContext } from '@palimpsest/core-types';
import type { ExchangeIndex, SafeCuts } from '@palimpsest/history';

/** Fewer entries than this are not worth a model's time (REQ-CS-002). */
export const MIN_COMPRESSIBLE = 4;

/** What a split is decided on. */
export interface SplitContext {
  readonly index: ExchangeIndex;
  readonly cuts: SafeCuts;
  readonly context: CompressionContext;
}

/** What is summarized: entries from `top` on; those from `bottom` on stay. */
export interface Split {
  readonly top: number;
  readonly bottom: number;
}
