/**
 * The history every package works on: entries made of blocks.
 *
 * A superset of the `IContent` family of llxprt-code. `native` carries the provider's own object, so that a codec can hand back
 * the very same object for whatever nobody touched.
 */

/** Who speaks in an entry. */
export type Speaker = 'system' | 'human' | 'ai' | 'tool';

interface BlockBase {
  /** The provider's own part this block was read from. Travels with `{...block}`; only codecs look inside. */
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

/** A model's reasoning. Untouched or gone, never rewritten: providers sign it. */
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
  /** An address, base64 text, or empty where the bytes stay in `native`. */
  readonly data: string;
  readonly encoding: 'url' | 'base64';
  readonly caption?: string;
  readonly filename?: string;
}

export interface ToolCallBlock extends BlockBase {
  readonly type: 'tool_call';
  /** Not necessarily unique in a history: some providers count from 0 in every turn. Pairs are told apart by position. */
  readonly id: string;
  readonly name: string;
  /** Anything at all: histories hold calls of foreign and misbehaving tools. */
  readonly parameters: unknown;
  readonly description?: string;
  /** The provider ran the tool itself, so no response of ours belongs to it. */
  readonly providerExecuted?: boolean;
}

export interface ToolResponseBlock extends BlockBase {
  readonly type: 'tool_response';
  readonly callId: string;
  readonly toolName: string;
  readonly result: unknown;
  /** What went wrong, in words. Non-blank means that the call failed. */
  readonly error?: string;
  /** The format flags the call as failed and says why in `result`. */
  readonly isError?: boolean;
  readonly isComplete?: boolean;
}

/** Something a format knows and this model does not. Never touched, never read. */
export interface OpaqueBlock extends BlockBase {
  readonly type: 'opaque';
  readonly kind: string;
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

/** Facts about an entry that are not sent to a model. Hosts may add their own keys. */
export interface ContentMetadata {
  readonly id?: string;
  readonly timestamp?: number;
  readonly model?: string;
  readonly provider?: string;
  readonly usage?: UsageStats;
  readonly turnId?: string;
  readonly promptId?: string;
  /** The entry stands for others, as a summary. */
  readonly isSummary?: boolean;
  /** The entry was made here, not by a person, a model or a tool. `reason` says why. */
  readonly synthetic?: boolean;
  readonly reason?: string;
  /** Why a model stopped, in its provider's words. */
  readonly finishReason?: string;
  readonly stopReason?: string;
  /** When an entry was recorded, counted by the host; never sent. */
  readonly chronology?: { readonly seq: number; readonly [key: string]: unknown };
  /** The entry must survive byte for byte. */
  readonly pinned?: boolean;
  readonly providerMetadata?: Readonly<Record<string, unknown>>;
  readonly [key: string]: unknown;
}

/** One entry of a history. */
export interface IContent {
  readonly speaker: Speaker;
  readonly blocks: readonly ContentBlock[];
  readonly metadata?: ContentMetadata;
  /** The provider's own message this entry was read from; only codecs look inside. */
  readonly native?: unknown;
}

/** Everything that was said, blank AI entries included: what `optimize` sees, and what its indices refer to. */
export type RawHistory = readonly IContent[];

/** A history without blank AI entries: what `compress` sees. */
export type CuratedHistory = readonly IContent[];
