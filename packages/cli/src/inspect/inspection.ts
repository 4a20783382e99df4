import type { Repair } from '@palimpsest/core-types';
import type { FormatName, OverheadTokens } from '@palimpsest/formats';

/** How much of one kind there is. */
export interface Share {
  readonly name: string;
  readonly count: number;
  readonly tokens: number;
}

export interface ToolShare extends Share {
  /** Calls that failed. */
  readonly failures: number;
  /** Tokens of its results alone; `tokens` has the calls too. */
  readonly resultTokens: number;
}

/** Something that could go without loss, or stands there twice. */
export interface Finding {
  readonly count: number;
  readonly tokens: number;
}

export interface Findings {
  /** Reads of files that were written later. */
  readonly staleReads: Finding;
  /** Files that are included again later. */
  readonly repeatedInclusions: Finding;
  /** Tool results that say, to the letter, what an earlier one said. */
  readonly duplicateResults: Finding;
}

export interface LargeEntry {
  /** Position among the entries, from 0. */
  readonly index: number;
  readonly speaker: string;
  /** The tool that was called, or whose result this is, and what the call was about. */
  readonly tool?: string;
  readonly key?: string;
  readonly tokens: number;
  /** Its first words. */
  readonly text: string;
}

/** What is in a conversation. Tokens are estimates; lists begin with the largest. */
export interface Inspection {
  readonly id: string;
  readonly format: FormatName;
  readonly messages: number;
  readonly entries: number;
  /** Of a request body with its overhead. */
  readonly tokens: number;
  /** Tokens of the system text and the tool definitions of a request body. */
  readonly overhead: OverheadTokens;
  readonly speakers: readonly Share[];
  readonly blocks: readonly Share[];
  readonly tools: readonly ToolShare[];
  readonly findings: Findings;
  readonly largest: readonly LargeEntry[];
  /** What a compression would mend first, counted by kind. */
  readonly repairs: Readonly<Partial<Record<Repair['kind'], number>>>;
  /** Calls with the id of an earlier call. Anthropic rejects them; a compression keeps them, told apart by position. */
  readonly repeatedIds: number;
}

/** What is wrong with the tool calls and entries of a conversation. */
export type Defects = Pick<Inspection, 'repairs' | 'repeatedIds'>;

/** The same over many conversations. */
export interface Overview {
  readonly name: string;
  readonly conversations: number;
  /** Lines that hold none. */
  readonly badLines: number;
  readonly formats: readonly FormatName[];
  readonly messages: number;
  readonly entries: number;
  readonly tokens: number;
  readonly medianTokens: number;
  readonly overhead: OverheadTokens;
  readonly speakers: readonly Share[];
  readonly blocks: readonly Share[];
  readonly tools: readonly ToolShare[];
  readonly findings: Findings;
  readonly repairs: Inspection['repairs'];
  readonly repeatedIds: number;
  readonly largest: readonly LargeConversation[];
}

export interface LargeConversation {
  /** Position in the input, from 0. */
  readonly index: number;
  readonly id: string;
  readonly messages: number;
  readonly tokens: number;
}
