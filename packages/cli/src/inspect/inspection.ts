import type { Repair } from '@palimpsest/core-types';
import type { FormatName, OverheadTokens } from '@palimpsest/formats';
import type { EntryCall } from '@palimpsest/report';
import { addNumbers } from '../sums.ts';

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
  readonly roles: readonly Share[];
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

interface LargeEntry extends Partial<EntryCall> {
  /** Position among the entries, from 0. */
  readonly index: number;
  readonly role: string;
  readonly tokens: number;
  readonly text: string;
}

export interface Inspection extends InspectedContent {
  readonly id: string;
  readonly format: FormatName;
  readonly largest: readonly LargeEntry[];
}

/** Sums over several conversations. */
export interface Overview extends InspectedContent {
  readonly name: string;
  readonly conversations: number;
  readonly badLines: number;
  readonly formats: readonly FormatName[];
  /** `index` is the position in the input, from 0. */
  readonly largest: readonly (Pick<Inspection, 'id' | 'messages' | 'tokens'> & {
    readonly index: number;
  })[];
}

/** Returns the sums over inspections. */
export function sumUp(
  name: string,
  inspections: readonly Inspection[],
  badLines: number,
): Overview {
  const sums = {};
  for (const inspection of inspections) addNumbers(sums, inspection);
  return {
    name,
    conversations: inspections.length,
    badLines,
    formats: [...new Set(inspections.map(({ format }) => format))],
    ...(sums as Omit<InspectedContent, 'roles' | 'blocks' | 'tools'>),
    roles: sumShares(inspections.flatMap(({ roles }) => roles)),
    blocks: sumShares(inspections.flatMap(({ blocks }) => blocks)),
    tools: sumShares(inspections.flatMap(({ tools }) => tools)),
    largest: largestOf(
      inspections.map(({ id, messages, tokens }, index) => ({ index, id, messages, tokens })),
    ),
  };
}

/** Adds up the shares of each name. Returns them by descending tokens. */
export function sumShares<Kind extends Share>(shares: Iterable<Kind>): Kind[] {
  const sums = new Map<string, Kind>();
  for (const share of shares) {
    const known = sums.get(share.name);
    if (known === undefined) sums.set(share.name, { ...share });
    else addNumbers(known, share);
  }
  return largestOf([...sums.values()], Infinity);
}

/** Returns the largest items, by descending tokens; equal ones keep their order. */
export function largestOf<Item extends { readonly tokens: number }>(
  items: readonly Item[],
  count = 10,
): Item[] {
  return items.toSorted((left, right) => right.tokens - left.tokens).slice(0, count);
}
