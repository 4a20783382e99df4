import type {
  CompressionContext,
  CompressionResult,
  CompressionStrategy,
  StrategyTrigger,
} from '@palimpsest/core-types';
import { compressTopDown, NAME } from './compress.ts';

/** Strategy `top-down-truncation`: drops the oldest until the history fits. The last resort that always works. */
export class TopDownTruncationStrategy implements CompressionStrategy {
  readonly name: string = NAME;
  readonly requiresLLM = false;
  readonly trigger: StrategyTrigger = { mode: 'threshold', defaultThreshold: 0.85 };

  /** Keeps at least the newest two entries, whole exchanges, system and pinned entries and the newest human entry (REQ-CS-003). */
  compress(context: CompressionContext): Promise<CompressionResult> {
    return compressTopDown(context);
  }
}
