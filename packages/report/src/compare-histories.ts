import { defined, type IContent } from '@palimpsest/core-types';
import { findDirectives } from '@palimpsest/engine/directives';
import {
  indexExchanges,
  personTexts,
  readRecordEntry,
  type ExchangeIndex,
} from '@palimpsest/engine/history';
import { alignEntries, nextMatches } from './align-entries.ts';
import { firstWords, MAX_LABEL, readBlocks } from './block-texts.ts';
import { compareRecord } from './compare-record.ts';
import { compareBlocks, type LineReason } from './compare-texts.ts';
import { createCallReader } from './entry-calls.ts';
import { kindOf } from './entry-kind.ts';
import type {
  ComparedDemand,
  ComparedEntry,
  ComparedText,
  Comparison,
  EntryMark,
} from './comparison.ts';

interface CompareOptions {
  readonly estimateTokens: (entries: readonly IContent[]) => number;
  /** Positions of entries that read a file that was written later. @default none */
  readonly stale?: ReadonlySet<number>;
  /** Returns why lines of a block stayed in a report, in order. @default nothing */
  readonly reasonsOf?: (index: number, block: number) => readonly LineReason[] | undefined;
}

/**
 * Compares two versions of a session: its entries, and the demands of the user. Linear in both versions, but each demand is searched for in
 * what people and the system write in the version after.
 */
export function compareHistories(
  before: readonly IContent[],
  after: readonly IContent[],
  options: CompareOptions,
): Pick<Comparison, 'entries' | 'demands'> {
  const { estimateTokens, stale } = options;
  const indices = alignEntries(before, after);
  const index = indexExchanges(before);
  const calls = new Map(index.exchanges.map((exchange) => [exchange.start, exchange.calls]));
  const describe = createDescriber(before, index);
  const duplicates = findDuplicates(before);
  const entries: ComparedEntry[] = [];
  /** What the version after has of an entry. */
  const remaining = new Map<number, string>();
  const marksOf = (positions: readonly number[]): Pick<ComparedEntry, 'marks'> => {
    const marks: EntryMark[] = [
      ...(positions.some((at) => stale?.has(at)) ? ['stale' as const] : []),
      ...(positions.some((at) => duplicates.has(at)) ? ['duplicate' as const] : []),
    ];
    return marks.length === 0 ? {} : { marks };
  };
  const compareEntry = (at: number, now: IContent | undefined): void => {
    const entry = before[at]!;
    if (now !== undefined) remaining.set(at, textOf(now));
    const texts = compareBlocks(entry.blocks, now?.blocks ?? []);
    entries.push({
      index: at,
      kind: kindOf(entry),
      ...defined({ label: describe(at) }),
      change: now === undefined ? 'removed' : texts.every(isUnchanged) ? 'kept' : 'shortened',
      tokensBefore: estimateTokens([entry]),
      tokensAfter: now === undefined ? 0 : estimateTokens([now]),
      ...marksOf([at]),
      texts,
    });
  };
  const addEntry = (entry: IContent, tokensAfter: number): void => {
    entries.push({
      kind: kindOf(entry),
      ...defined({ label: firstWords(readBlocks(entry.blocks)) }),
      change: 'added',
      tokensBefore: 0,
      tokensAfter,
      texts: compareBlocks([], entry.blocks),
    });
  };
  const ends = nextMatches(indices, before.length);
  let next = 0;
  for (const [at, position] of indices.entries()) {
    const entry = after[at]!;
    const record = position < 0 ? readRecordEntry(entry) : undefined;
    if (position >= 0) {
      for (; next < position; next += 1) compareEntry(next, undefined);
      compareEntry(position, entry);
      next = position + 1;
    } else if (record === undefined) addEntry(entry, estimateTokens([entry]));
    else {
      const to = ends[at]!;
      const range = { from: next, to, items: record.items };
      const steps = compareRecord({ history: before, calls }, range, options);
      const told = steps.reduce((sum, { compared }) => sum + compared.tokensAfter, 0);
      const [text, ...media] = entry.blocks;
      const head = text?.type === 'text' ? text.text.split('\n', 1)[0]! : '';
      const opening: IContent = { ...entry, blocks: [{ type: 'text', text: head }, ...media] };
      addEntry(opening, Math.max(0, estimateTokens([entry]) - told));
      for (const { compared, positions, said } of steps) {
        entries.push({ ...compared, ...marksOf(positions) });
        for (const own of positions) remaining.set(own, `${remaining.get(own) ?? ''}\n${said}`);
      }
      next = to;
    }
  }
  for (; next < before.length; next += 1) compareEntry(next, undefined);
  return { entries, demands: findDemands(before, after, remaining) };
}

/** Creates a function that returns the tool and the subject of an entry's first call or result, else its first words. */
function createDescriber(
  history: readonly IContent[],
  exchanges: ExchangeIndex,
): (index: number) => string | undefined {
  const callOf = createCallReader(history, exchanges);
  return (index) => {
    const call = callOf(index);
    return call === undefined
      ? firstWords(readBlocks(history[index]!.blocks))
      : [call.tool, call.key].filter(Boolean).join(' ').slice(0, MAX_LABEL);
  };
}

/** Returns the positions of entries with only results that occurred before. */
function findDuplicates(history: readonly IContent[]): Set<number> {
  const seen = new Set<string>();
  const duplicates = new Set<number>();
  for (const [index, { blocks }] of history.entries()) {
    const results = readBlocks(blocks.filter(({ type }) => type === 'tool_response'));
    const texts = results.map(({ text }) => text).filter((text) => text.trim() !== '');
    if (texts.length > 0 && texts.every((text) => seen.has(text))) duplicates.add(index);
    for (const text of texts) seen.add(text);
  }
  return duplicates;
}

function isUnchanged({ before, edits }: ComparedText): boolean {
  return edits.length === 0 || (edits.length === 1 && edits[0] === before.split('\n').length);
}

function findDemands(
  before: readonly IContent[],
  after: readonly IContent[],
  remaining: ReadonlyMap<number, string>,
): ComparedDemand[] {
  const everything = after.filter(({ speaker }) => speaker === 'human' || speaker === 'system');
  const rest = everything.map(textOf).join('\n');
  return before.flatMap((entry, index) => {
    const own = remaining.get(index) ?? '';
    const found = personTexts(entry).flatMap((text) => findDirectives(text));
    return found.map(({ text }): ComparedDemand => ({
      text,
      index,
      state: own.includes(text) ? 'stands' : rest.includes(text) ? 'restated' : 'lost',
    }));
  });
}

function textOf({ blocks }: IContent): string {
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}
