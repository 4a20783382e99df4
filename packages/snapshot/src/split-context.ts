import type { CompressionContext } from '@palimpsest/core-types';
import type { ExchangeIndex, SafeCuts } from '@palimpsest/history';

/** Minimum number of entries to summarize: fewer are not worth a model call (REQ-CS-002). */
export const MIN_COMPRESSIBLE = 4;

/** Input of a strategy's `split`. */
export interface SplitContext {
  readonly index: ExchangeIndex;
  readonly cuts: SafeCuts;
  readonly context: CompressionContext;
}

/** Range of entries to summarize: from `top` to before `bottom`. */
export interface Split {
  readonly top: number;
  readonly bottom: number;
}
