import { defined, type ContentBlock, type IContent } from '@palimpsest/core-types';
import { findDirectives } from '@palimpsest/directives';
import { alignEntries } from './align-entries.ts';
import { alignLines } from './align-lines.ts';
import { readBlocks, type BlockText } from './block-texts.ts';
import { createCallReader } from './entry-calls.ts';
import type {
  ComparedDemand,
  ComparedEntry,
  ComparedText,
  Comparison,
  EntryKind,
  EntryMark,
} from './comparison.ts';

interface CompareOptions {
  readonly estimateTokens: (entries: readonly IContent[]) => number;
  /** Positions of entries that read a file that was written later. @default none */
  readonly stale?: ReadonlySet<number>;
  /** Returns why lines of a block stayed, by line number from 0. @default nothing */
  readonly reasonsOf?: (
    index: number,
    block: number,
  ) => Readonly<Record<number, string>> | undefined;
}

/** Compares two versions of a session: its entries, and the demands of the user. Linear in both versions. */
export function compareHistories(
  before: readonly IContent[],
  after: readonly IContent[],
  options: CompareOptions,
): Pick<Comparison, 'entries' | 'demands'> {
  const indices = alignEntries(before, after);
  const sources = new Map(indices.map((index, at) => [index, after[at]!]));
  const describe = createDescriber(before);
  const duplicates = findDuplicates(before);
  const { estimateTokens, stale, reasonsOf } = options;
  const entries: ComparedEntry[] = [];
  let next = 0;
  const compareUntil = (end: number): void => {
    for (; next < end; next += 1) {
      const entry = before[next]!;
      const now = sources.get(next);
      const marks: EntryMark[] = [
        ...(stale?.has(next) === true ? ['stale' as const] : []),
        ...(duplicates.has(next) ? ['duplicate' as const] : []),
      ];
      const at = next;
      const texts = compareBlocks(entry.blocks, now?.blocks ?? [], (block) =>
        reasonsOf?.(at, block),
      );
      entries.push({
        index: next,
        kind: kindOf(entry),
        ...defined({ label: describe(next) }),
        change: now === undefined ? 'removed' : texts.every(isUnchanged) ? 'kept' : 'shortened',
        tokensBefore: estimateTokens([entry]),
        tokensAfter: now === undefined ? 0 : estimateTokens([now]),
        ...(marks.length === 0 ? {} : { marks }),
        texts,
      });
    }
  };
  for (const [at, index] of indices.entries()) {
    if (index >= 0) compareUntil(index + 1);
    else {
      const entry = after[at]!;
      entries.push({
        kind: kindOf(entry),
        ...defined({ label: firstWords(entry) }),
        change: 'added',
        tokensBefore: 0,
        tokensAfter: estimateTokens([entry]),
        texts: compareBlocks([], entry.blocks),
      });
    }
  }
  compareUntil(before.length);
  return { entries, demands: findDemands(before, after, sources) };
}

function kindOf({ speaker, blocks }: IContent): EntryKind {
  if (blocks.some(({ type }) => type === 'tool_response')) return 'result';
  if (blocks.some(({ type }) => type === 'tool_call')) return 'call';
  if (speaker === 'human') return 'user';
  return speaker === 'system' ? 'system' : speaker === 'tool' ? 'result' : 'agent';
}

/** Creates a function that returns the tool and the subject of an entry's first call or result, else its first words. */
function createDescriber(history: readonly IContent[]): (index: number) => string | undefined {
  const callOf = createCallReader(history);
  return (index) => {
    const call = callOf(index);
    return call === undefined
      ? firstWords(history[index]!)
      : [call.tool, call.key].filter(Boolean).join(' ').slice(0, MAX_LABEL);
  };
}

const MAX_LABEL = 160;

function firstWords({ blocks }: IContent): string | undefined {
  for (const { text } of readBlocks(blocks)) {
    const line = text
      .slice(0, MAX_LABEL * 4)
      .trim()
      .split('\n', 1)[0]!;
    if (line !== '') return line.slice(0, MAX_LABEL);
  }
  return undefined;
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

function compareBlocks(
  before: readonly ContentBlock[],
  after: readonly ContentBlock[],
  reasonsOf?: (block: number) => Readonly<Record<number, string>> | undefined,
): ComparedText[] {
  const remaining = readBlocks(after);
  const take = ({ key }: BlockText): BlockText | undefined => {
    const at = remaining.findIndex((own) => own.key === key);
    return at < 0 ? undefined : remaining.splice(at, 1)[0];
  };
  const texts = readBlocks(before).map((block, index): ComparedText => {
    const reasons = reasonsOf?.(index);
    return {
      title: block.title,
      before: block.text,
      edits: alignLines(block.text, take(block)?.text ?? ''),
      ...defined({ reasons }),
    };
  });
  return [...texts, ...remaining.map(({ title, text }) => ({ title, before: '', edits: [text] }))];
}

function isUnchanged({ before, edits }: ComparedText): boolean {
  return edits.length === 0 || (edits.length === 1 && edits[0] === before.split('\n').length);
}

function findDemands(
  before: readonly IContent[],
  after: readonly IContent[],
  sources: ReadonlyMap<number, IContent>,
): ComparedDemand[] {
  const everything = after.filter(({ speaker }) => speaker === 'human' || speaker === 'system');
  const rest = everything.map(textOf).join('\n');
  return before.flatMap((entry, index) => {
    if (entry.speaker !== 'human') return [];
    const now = sources.get(index);
    const own = now === undefined ? '' : textOf(now);
    return findDirectives(textOf(entry)).map(({ text }): ComparedDemand => ({
      text,
      index,
      state: own.includes(text) ? 'stands' : rest.includes(text) ? 'restated' : 'lost',
    }));
  });
}

function textOf({ blocks }: IContent): string {
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}
