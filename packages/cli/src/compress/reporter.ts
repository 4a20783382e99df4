import type { CompressReport } from 'palimpsest';
import type { BadLine } from '../forms/item.ts';

/** What became of one conversation. */
export interface ConversationReport extends CompressReport {
  readonly id: string;
  /** Milliseconds it took. */
  readonly ms: number;
}

/** Tells what happens, on standard error. */
export interface Reporter {
  compressed(report: ConversationReport): void;
  skipped(bad: BadLine): void;
  /** Everything was written. */
  finish(): void;
  /** Something went wrong, which somebody else says. */
  stop(): void;
}
