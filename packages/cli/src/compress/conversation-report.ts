import type { CompressReport } from 'palimpsest';

/** What became of one conversation. */
export interface ConversationReport extends CompressReport {
  readonly id: string;
  /** Milliseconds it took. */
  readonly ms: number;
}
