import type { Message } from './message.ts';
import type { VerbatimMap } from './verbatim-store.ts';

export interface CompressionStatistics {
  /** `sourceVersion` of the call. */
  original_version: number;
  /** UTF-16 units of content before, divided by those after; 1 where nothing was compressed. */
  ratio: number;
  /** The same in tokens. */
  token_ratio: number;
  /** Messages that were summarized or cut. */
  messages_compressed: number;
  /** Messages that are as they were. All four counts together are the number of messages handed in. */
  messages_preserved: number;
  /** Messages that became a reference to an equal one; absent when there are none. */
  messages_deduped?: number;
  /** Messages that became a reference to a nearly equal one; absent when there are none. */
  messages_fuzzy_deduped?: number;
  /** Options of later versions of ContextCompressionEngine that were set and had no effect; absent when there are none. */
  ignored_options?: string[];
}

export interface CompressResult {
  /** Messages nobody touched are the same objects that were handed in. */
  messages: Message[];
  /** Originals of what was replaced, by the keys in `_cce_original.ids`: copies, on an object without prototype. */
  verbatim: VerbatimMap;
  compression: CompressionStatistics;
  /** Whether the result is within `tokenBudget`; present with one. */
  fits?: boolean;
  /** Tokens of the result; present with a `tokenBudget`. */
  tokenCount?: number;
  /** Newest messages that stayed as they are; present with a `tokenBudget`. */
  recencyWindow?: number;
}
