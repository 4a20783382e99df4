/**
 * Entries as llxprt-code declares them: mutable, and without the entry and block types of other hosts. Its own types and these are assignable
 * to each other.
 */
import type { IContent as Entry, UsageStats } from '@palimpsest/core-types';

interface BlockBase {
  providerMetadata?: Record<string, unknown>;
}

export interface TextBlock extends BlockBase {
  type: 'text';
  text: string;
}

export interface CodeBlock extends BlockBase {
  type: 'code';
  code: string;
  language?: string;
}

export interface ThinkingBlock extends BlockBase {
  type: 'thinking';
  thought: string;
  isHidden?: boolean;
  sourceField?: string;
  signature?: string;
  encryptedContent?: string;
  streamId?: string;
  streamStatus?: 'delta' | 'complete';
}

export interface MediaBlock extends BlockBase {
  type: 'media';
  mimeType: string;
  data: string;
  encoding: 'url' | 'base64';
  caption?: string;
  filename?: string;
}

export interface ToolCallBlock extends BlockBase {
  type: 'tool_call';
  id: string;
  name: string;
  parameters: unknown;
  description?: string;
}

export interface ToolResponseBlock extends BlockBase {
  type: 'tool_response';
  callId: string;
  toolName: string;
  result: unknown;
  error?: string;
  isComplete?: boolean;
}

export type ContentBlock =
  | TextBlock
  | CodeBlock
  | ThinkingBlock
  | MediaBlock
  | ToolCallBlock
  | ToolResponseBlock;

/** Position and time at which the host recorded an entry. Never sent to a model. */
export type ChronologyMarker = {
  readonly seq: number;
  readonly userTurn: number;
  readonly step: number;
  /** Milliseconds since 1970. */
  readonly recordedAt: number;
};

/** A type alias, not an interface: only an alias is assignable to metadata with further keys. */
export type ContentMetadata = {
  id?: string;
  timestamp?: number;
  model?: string;
  provider?: string;
  providerBaseURL?: string;
  usage?: UsageStats;
  turnId?: string;
  promptId?: string;
  responsesStored?: boolean;
  isSummary?: boolean;
  synthetic?: boolean;
  reason?: string;
  stopReason?: string;
  finishReason?: string;
  incompleteReason?: string;
  chronology?: ChronologyMarker;
  cacheAnchor?: boolean;
  providerMetadata?: Record<string, unknown>;
};

export interface IContent {
  speaker: 'human' | 'ai' | 'tool';
  blocks: ContentBlock[];
  metadata?: ContentMetadata;
}

/** An input entry: the host's, or one of `@palimpsest/core-types`. */
export type HistoryEntry = IContent | Entry;
