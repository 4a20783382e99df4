/**
 * The history that every package works on: entries made of content blocks. A superset of the `IContent` family of llxprt-code.
 *
 * `native` holds the provider's own object, so that a codec returns the same object for unchanged messages.
 */

/** The role that produced an entry. */
export type Speaker = 'system' | 'human' | 'ai' | 'tool';

interface BlockBase {
  /** The provider's own part. `{...block}` keeps it; only codecs read it. */
  readonly native?: unknown;
  readonly providerMetadata?: Readonly<Record<string, unknown>>;
}

export interface TextBlock extends BlockBase {
  readonly type: 'text';
  readonly text: string;
}

export interface CodeBlock extends BlockBase {
  readonly type: 'code';
  readonly code: string;
  readonly language?: string;
}

/** A model's reasoning. Never rewritten, as providers sign it: unchanged or removed. */
export interface ThinkingBlock extends BlockBase {
  readonly type: 'thinking';
  readonly thought: string;
  readonly isHidden?: boolean;
  readonly sourceField?: string;
  readonly signature?: string;
  readonly encryptedContent?: string;
  readonly streamId?: string;
  readonly streamStatus?: 'delta' | 'complete';
}

export interface MediaBlock extends BlockBase {
  readonly type: 'media';
  readonly mimeType: string;
  /** URL or base64 text; empty if the bytes are in `native`. */
  readonly data: string;
  readonly encoding: 'url' | 'base64';
  readonly caption?: string;
  readonly filename?: string;
}

export interface ToolCallBlock extends BlockBase {
  readonly type: 'tool_call';
  /** Not necessarily unique in a history: some providers count from 0 in every turn. Pairs are matched by position. */
  readonly id: string;
  readonly name: string;
  /** Any value: histories contain calls of foreign and misbehaving tools. */
  readonly parameters: unknown;
  readonly description?: string;
  /** Whether the provider ran the tool, so that the call needs no result from the host. */
  readonly providerExecuted?: boolean;
}

export interface ToolResponseBlock extends BlockBase {
  readonly type: 'tool_response';
  readonly callId: string;
  readonly toolName: string;
  /** A text, a list of `ResultBlock`, or any other JSON value. Codecs read what a provider sends as one of these. */
  readonly result: unknown;
  /** Description of the failure. If not blank, the call failed. */
  readonly error?: string;
  /** The format marks the call as failed; `result` describes the failure. */
  readonly isError?: boolean;
  readonly isComplete?: boolean;
}

/** A JSON value among the blocks of a tool result. */
interface JsonBlock extends BlockBase {
  readonly type: 'json';
  readonly value: unknown;
  /** A part of a kind that only its format knows. Never changed. */
  readonly isFixed?: true;
}

/** What the list of a tool result consists of. */
export type ResultBlock = TextBlock | MediaBlock | JsonBlock;

/** A block of a kind that only its format knows. Never read and never changed. */
export interface OpaqueBlock extends BlockBase {
  readonly type: 'opaque';
  readonly kind: string;
  /** The block has no meaning without the tool calls or results of its entry, and is removed with them, for example an approval. */
  readonly belongsToCalls?: true;
  /**
   * Id of a call that the provider ran itself: this block is the call, its result, or an approval of it. The blocks of an entry with one id are
   * removed together. Absent if a part of the call is in another entry.
   */
  readonly hostedCallId?: string;
}

export type ContentBlock =
  | TextBlock
  | CodeBlock
  | ThinkingBlock
  | MediaBlock
  | ToolCallBlock
  | ToolResponseBlock
  | OpaqueBlock;

export interface UsageStats {
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly totalTokens: number;
  readonly cachedTokens?: number;
  readonly cacheCreationTokens?: number;
  readonly cacheMissTokens?: number;
  readonly cache_read_input_tokens?: number;
  readonly cache_creation_input_tokens?: number;
  readonly reasoningTokens?: number;
  readonly toolTokens?: number;
}

/** Data about an entry that is not sent to a model. Hosts may add keys. */
export interface ContentMetadata {
  readonly id?: string;
  readonly timestamp?: number;
  readonly model?: string;
  readonly provider?: string;
  readonly usage?: UsageStats;
  readonly turnId?: string;
  readonly promptId?: string;
  /** The entry replaces others, for example as a summary. */
  readonly isSummary?: boolean;
  /** Whether Palimpsest created the entry; `reason` is the reason. */
  readonly synthetic?: boolean;
  readonly reason?: string;
  /** Why the model stopped, as its provider calls it. */
  readonly finishReason?: string;
  readonly stopReason?: string;
  /** Sequence number by the host; never sent. */
  readonly chronology?: { readonly seq: number; readonly [key: string]: unknown };
  /** The entry must stay unchanged. */
  readonly pinned?: boolean;
  readonly providerMetadata?: Readonly<Record<string, unknown>>;
  readonly [key: string]: unknown;
}

/** One entry of a history. */
export interface IContent {
  readonly speaker: Speaker;
  readonly blocks: readonly ContentBlock[];
  readonly metadata?: ContentMetadata;
  /** The provider's own message; only codecs read it. */
  readonly native?: unknown;
}

/** The whole history, including blank assistant entries: the input of `optimize`, and what its indices refer to. */
export type RawHistory = readonly IContent[];

/** A history without blank assistant entries: the input of `compress`. */
export type CuratedHistory = readonly IContent[];
