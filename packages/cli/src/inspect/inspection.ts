import type { Repair } from '@palimpsest/core-types';
import type { FormatName, OverheadTokens } from '@palimpsest/formats';
import type { EntryCall } from '@palimpsest/report';
import { addNumbers, median } from '../sums.ts';

export interface Finding {
  readonly count: number;
  readonly tokens: number;
}

export interface Share extends Finding {
  readonly name: string;
}

/** `count` is calls, `tokens` includes calls and results. */
export interface ToolShare extends Share {
  readonly failures: number;
  readonly resultTokens: number;
}

/** What inspections of one and of several conversations have in common. Tokens are estimates; lists start with the largest. */
export interface InspectedContent {
  readonly messages: number;
  readonly entries: number;
  /** Includes the overhead of a request body. */
  readonly tokens: number;
  readonly overhead: OverheadTokens;
  readonly speakers: readonly Share[];
  readonly blocks: readonly Share[];
  readonly tools: readonly ToolShare[];
  readonly findings: {
    /** Reads of files that were written later. */
    readonly staleReads: Finding;
    readonly repeatedInclusions: Finding;
    /** Tool results that equal an earlier one. */
    readonly duplicateResults: Finding;
  };
  /** Number of repairs that a compression would make first, by kind. */
  readonly repairs: Readonly<Partial<Record<Repair['kind'], number>>>;
  /** Calls with the id of an earlier call. Anthropic rejects them; a compression keeps them. */
  readonly repeatedIds: number;
}

export interface LargeEntry extends Partial<EntryCall> {
  /** Position among the entries, from 0. */
  readonly index: number;
  readonly speaker: string;
  readonly tokens: number;
  readonly text: string;
}

export interface Inspection extends InspectedContent {
  readonly id: string;
  readonly format: FormatName;
  readonly largest: readonly LargeEntry[];
}

interface LargeConversation {
  /** Position in the input, from 0. */
  readonly index: number;
  readonly id: string;
  readonly messages: number;
  readonly tokens: number;
}

/** Sums over several conversations. */
export interface Overview extends InspectedContent {
  readonly name: string;
  readonly conversations: number;
  readonly badLines: number;
  readonly formats: readonly FormatName[];
  readonly medianTokens: number;
  readonly largest: readonly LargeConversation[];
}

/** Adds up inspections without keeping them. */
export class OverviewBuilder {
  badLines = 0;
  readonly #sums = {};
  readonly #speakers = new Map<string, Share>();
  readonly #blocks = new Map<string, Share>();
  readonly #tools = new Map<string, ToolShare>();
  readonly #formats = new Set<FormatName>();
  readonly #largest: LargeConversation[] = [];
  readonly #sizes: number[] = [];

  add(inspection: Inspection): void {
    const { id, messages, tokens } = inspection;
    addNumbers(this.#sums, inspection);
    for (const share of inspection.speakers) addShare(this.#speakers, share);
    for (const share of inspection.blocks) addShare(this.#blocks, share);
    for (const share of inspection.tools) addShare(this.#tools, share);
    this.#formats.add(inspection.format);
    keepLargest(this.#largest, { index: this.#sizes.length, id, messages, tokens });
    this.#sizes.push(tokens);
  }

  /** Returns the overview of at least one inspection. */
  build(name: string): Overview {
    return {
      name,
      conversations: this.#sizes.length,
      badLines: this.badLines,
      formats: [...this.#formats],
      medianTokens: median(this.#sizes) ?? 0,
      ...(this.#sums as Omit<InspectedContent, 'speakers' | 'blocks' | 'tools'>),
      speakers: sortShares(this.#speakers),
      blocks: sortShares(this.#blocks),
      tools: sortShares(this.#tools),
      largest: this.#largest,
    };
  }
}

/** Adds up the shares of each name. */
export function sumShares<Kind extends Share>(shares: Iterable<Kind>): Kind[] {
  const sums = new Map<string, Kind>();
  for (const share of shares) addShare(sums, share);
  return sortShares(sums);
}

function addShare<Kind extends Share>(shares: Map<string, Kind>, share: Kind): void {
  const known = shares.get(share.name);
  if (known === undefined) shares.set(share.name, { ...share });
  else addNumbers(known, share);
}

/** Returns shares by descending tokens; equal ones in the order of their first occurrence. */
function sortShares<Kind extends Share>(shares: ReadonlyMap<string, Kind>): Kind[] {
  return [...shares.values()].toSorted((a, b) => b.tokens - a.tokens);
}

const MAX_LISTED = 10;

/** Keeps the ten largest items, by descending tokens; equal ones in the order of their occurrence. */
export function keepLargest<Item extends { readonly tokens: number }>(
  largest: Item[],
  item: Item,
): void {
  const at = largest.findIndex(({ tokens }) => tokens < item.tokens);
  largest.splice(at < 0 ? largest.length : at, 0, item);
  if (largest.length > MAX_LISTED) largest.pop();
}
