import { isMarker, type IContent, type TextBlock } from '@palimpsest/core-types';
import type { EvictionCandidate } from '@palimpsest/history';
import { summaryBudget } from '@palimpsest/summarizer';
import {
  BLANK_LINE,
  parseSummaryText,
  summaryId,
  writeSummary,
  type Reduction,
} from '@palimpsest/summarizer/reduce';
import { asSummary, lengthOf, reduceProse, type SummaryFacts } from './reduce-passages.ts';
import type { RoundContext } from './reduction-context.ts';
import { reducibleEntries } from './reduction-scope.ts';

interface KnownSummary {
  readonly index: number;
  readonly speaker: IContent['speaker'];
  readonly block: TextBlock;
  readonly facts: SummaryFacts;
}

/** Lists merges of consecutive summaries into one, oldest first. Merges only summaries proven to be generated. */
export function* rollUp(context: RoundContext): Generator<EvictionCandidate> {
  for (const run of summaryRuns(context)) {
    // A run ends in the role in which it starts, so that the entry after it still follows that role.
    const last = run.findLastIndex(({ speaker }) => speaker === run[0]!.speaker);
    if (last > 0) yield rollUpRun(run.slice(0, last + 1), context);
  }
}

function* summaryRuns(context: RoundContext): Generator<KnownSummary[]> {
  const { scope, pipeline } = context;
  const { mergeLength = Number.POSITIVE_INFINITY } = pipeline;
  const entries = context.entries();
  const free = new Map(reducibleEntries(context));
  let run: KnownSummary[] = [];
  let length = 0;
  for (let index = 0; index < scope.tailStart; index += 1) {
    if (entries[index] === undefined) continue;
    const entry = index === scope.firstHuman ? undefined : free.get(index);
    const summary = entry && knownSummary(entry, index);
    const own = summary?.block.text.length ?? 0;
    length += own;
    if (summary === undefined || length > mergeLength) {
      yield run;
      run = [];
      length = own;
    }
    if (summary !== undefined) run.push(summary);
  }
  yield run;
}

function knownSummary(entry: IContent, index: number): KnownSummary | undefined {
  const facts = summaryFacts(entry);
  const [block] = entry.blocks;
  if (facts === undefined || entry.blocks.length !== 1 || block?.type !== 'text') return undefined;
  const isSummary = block.text.startsWith('[summary') && isMarker(block.text);
  return isSummary ? { index, speaker: entry.speaker, block, facts } : undefined;
}

function rollUpRun(run: readonly KnownSummary[], context: RoundContext): EvictionCandidate {
  const { embedSummaryId, writtenBlocks, round } = context;
  const indices = run.map(({ index }) => index);
  const texts = run.map(({ block }) => block.text);
  const id = summaryId(texts);
  const merged = run.reduce((sum, { facts }) => sum + facts.texts, 0);
  const source = texts.map(parseSummaryText).join(BLANK_LINE);
  const reduction: Reduction = {
    kind: 'summary',
    members: indices,
    sources: [{ text: source, budget: rollUpBudget(source.length) }],
    write([summary]) {
      const label = { merged, below: lengthOf(texts), id: embedSummaryId ? id : undefined };
      const marker = writeSummary(summary, label);
      return marker === undefined ? undefined : [{ text: marker }];
    },
  };
  return reduceProse(reduction, indices, context, ({ entry, textBlock }) => {
    const count = run.reduce((sum, { block }) => sum + (writtenBlocks.get(block)?.texts ?? 1), 0);
    writtenBlocks.set(textBlock, { kind: 'summarizedTexts', texts: count, round });
    const parentIds = run.map(({ facts }) => facts.summaryId);
    return asSummary(entry, { summaryId: id, texts: merged, parentIds });
  });
}

/** Returns half the length at most, in UTF-16 units. Summaries are dense: with the usual budget, short ones would be copied whole. */
function rollUpBudget(length: number): number {
  return Math.min(summaryBudget(length), Math.floor(length / 2));
}

/** Returns the summary facts from the metadata of an entry; its text alone proves nothing. */
function summaryFacts({ metadata }: IContent): SummaryFacts | undefined {
  const facts: unknown = metadata?.isSummary === true ? metadata['extractive'] : undefined;
  return isSummaryFacts(facts) ? facts : undefined;
}

function isSummaryFacts(value: unknown): value is SummaryFacts {
  if (typeof value !== 'object' || value === null) return false;
  const { summaryId: id, texts } = value as Partial<Record<keyof SummaryFacts, unknown>>;
  return typeof id === 'string' && Number.isSafeInteger(texts);
}
