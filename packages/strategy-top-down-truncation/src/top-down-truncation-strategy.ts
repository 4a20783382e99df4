import type {
  CompressionContext,
  CompressionResult,
  CompressionStrategy,
  StrategyTrigger,
} from '@palimpsest/core-types';
import { compressTopDown, NAME } from './compress.ts';

/** Strategy `top-down-truncation`: removes the oldest entries until the history fits. The last resort: it needs no model. */
export class TopDownTruncationStrategy implements CompressionStrategy {
  readonly name: string = NAME;
  readonly requiresLLM = false;
  readonly trigger: StrategyTrigger = { mode: 'threshold', defaultThreshold: 0.85 };

  /** Keeps at least the newest two entries, system and pinned entries, and the newest user message. Never splits a tool exchange (REQ-CS-003). */
  compress(context: CompressionContext): Promise<CompressionResult> {
    return compressTopDown(context);
  }
}
