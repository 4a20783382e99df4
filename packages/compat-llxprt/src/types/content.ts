/**
 * Entries as llxprt-code declares them: mutable, and without the entry and block types of other hosts. Its own types and these are assignable
 * to each other.
 */
import type * as core from '@palimpsest/core-types';

/** A block of `core-types` with the members that llxprt-code knows. */
type HostBlock<Block, Foreign extends keyof Block = never> = {
  -readonly [
    Name in keyof Block as Exclude<Name, 'native' | 'providerMetadata' | Foreign>
  ]: Block[Name];
} & { providerMetadata?: Record<string, unknown> };

export type TextBlock = HostBlock<core.TextBlock>;
export type CodeBlock = HostBlock<core.CodeBlock>;
export type ThinkingBlock = HostBlock<core.ThinkingBlock>;
export type MediaBlock = HostBlock<core.MediaBlock>;
export type ToolCallBlock = HostBlock<core.ToolCallBlock, 'providerExecuted'>;
export type ToolResponseBlock = HostBlock<core.ToolResponseBlock, 'isError'>;

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
  usage?: core.UsageStats;
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
export type HistoryEntry = IContent | core.IContent;
