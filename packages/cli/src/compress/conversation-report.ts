import type { CompressReport } from 'palimpsest';
import type { Fallback } from '../model/with-fallback.ts';

/** What became of one conversation. */
export interface ConversationReport extends CompressReport {
  readonly id: string;
  /** Set where the model failed, and another strategy did the work. */
  readonly fallback?: Fallback;
  /** Milliseconds it took. */
  readonly ms: number;
}
