import type { Message } from './message.ts';
import type { VerbatimMap } from './uncompress.ts';

export interface CompressionStatistics {
  /** `sourceVersion` of the call. */
  original_version: number;
  /** UTF-16 units of content before, divided by those after; 1 if nothing was compressed. */
  ratio: number;
  /** The same ratio in tokens. */
  token_ratio: number;
  /** Number of messages that were summarized or truncated. */
  messages_compressed: number;
  /** Number of unchanged messages. The four counts add up to the number of input messages. */
  messages_preserved: number;
  /** Number of messages replaced by a reference to an equal one; absent if there are none. */
  messages_deduped?: number;
  /** Number of messages replaced by a reference to a nearly equal one; absent if there are none. */
  messages_fuzzy_deduped?: number;
}

export interface CompressResult {
  /** Unchanged messages are the same objects as in the input. */
  messages: Message[];
  /** Copies of the replaced messages by the keys in `_cce_original.ids`, in an object without prototype. */
  verbatim: VerbatimMap;
  compression: CompressionStatistics;
  /** Whether the result is within `tokenBudget`; only with a `tokenBudget`. */
  fits?: boolean;
  /** Token count of the result; only with a `tokenBudget`. */
  tokenCount?: number;
  /** Number of newest messages that are unchanged; only with a `tokenBudget`. */
  recencyWindow?: number;
}
