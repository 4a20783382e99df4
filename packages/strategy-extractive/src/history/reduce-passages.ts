import {
  isMarker,
  type ContentBlock,
  type ContentMetadata,
  type IContent,
  type TextBlock,
} from '@palimpsest/core-types';
import type { EntryEdits, EvictionCandidate } from '@palimpsest/history';
import {
  BLANK_LINE,
  hasCutLines,
  joinParagraphs,
  parseSummaryText,
  reductions,
  summaryId,
  writeSummary,
  type Reduction,
} from '@palimpsest/summarizer/reduce';
import { summaryBudget } from '@palimpsest/summarizer';
import { withProse, type RewrittenProse } from './prose.ts';
import { whenReady, type RoundContext } from './reduction-context.ts';
import { reducibleEntries } from './reduction-scope.ts';
import { withTextOfResult } from './responses.ts';
import { extractPassages, type Kind } from './sites.ts';
import {
  createCandidate,
  hasManyResults,
  toCandidate,
  toOneCandidate,
  type EditGroup,
  type ResultEdit,
} from './steps.ts';

/**
 * Lists references and summaries of one kind of text, oldest first (seed compression-pipeline).
 *
 * @param onlyReferencesTo allows only references, no summaries, and only of texts that this accepts: no content is lost
 */
export function* reducePassages(
  context: RoundContext,
  kind: Kind,
  onlyReferencesTo?: (text: string) => boolean,
): Generator<EvictionCandidate> {
  const { scope, pipeline, embedSummaryId, writtenBlocks, round } = context;
  const entries = context.entries();
  const keeps =
    onlyReferencesTo &&
    ((index: number, text: string): boolean =>
      // A text with removed lines is not a duplicate of another one.
      index === scope.firstHuman || !onlyReferencesTo(text) || hasCutLines(text));
  const { passages, locations, recencyStart } = extractPassages(entries, scope, {
    only: kind,
    keeps,
  });
  const textsOf = (members: readonly number[]): string[] =>
    members.map((member) => passages[member]!.text);
  const found = reductions(passages, {
    ...pipeline,
    recencyStart,
    ...(embedSummaryId ? { summaryId: (members) => summaryId(textsOf(members)) } : {}),
  });
  const crowded: EditGroup[] = [];
  for (const reduction of found) {
    const { members } = reduction;
    const isSummary = reduction.kind === 'summary' || reduction.kind === 'code-split';
    if (onlyReferencesTo !== undefined && isSummary) continue;
    const note = (block: ContentBlock): void => {
      const texts = textsOf(members);
      writtenBlocks.set(block, {
        kind: isSummary ? 'summarizedTexts' : 'duplicateTexts',
        texts: texts.length,
        length: lengthOf(texts),
        round,
      });
    };
    const { index, response } = locations[members[0]!]!;
    if (response === undefined) {
      const indices = members.map((member) => locations[member]!.index);
      yield reduceProse(reduction, indices, context, ({ entry, textBlock }) => {
        note(textBlock);
        const texts = textsOf(members);
        const facts = { summaryId: summaryId(texts), texts: texts.length };
        return isSummary ? asSummary(entry, facts) : entry;
      });
      continue;
    }
    const edit: ResultEdit = {
      index,
      response,
      rewrite: (block) =>
        whenReady(context.write(reduction), (paragraphs) => {
          if (paragraphs === undefined) return undefined;
          const reduced = withTextOfResult(block, joinParagraphs(paragraphs));
          note(reduced);
          return reduced;
        }),
    };
    if (hasManyResults(entries[index])) crowded.push([edit]);
    else yield toCandidate([edit]);
  }
  if (crowded.length > 0) yield toOneCandidate(crowded, context.estimateTokens);
}

/**
 * Creates a candidate that reduces the prose of entries: the first gets the new text, the others are removed.
 *
 * @param finish records the new text, and returns the new entry
 */
function reduceProse(
  reduction: Reduction,
  indices: readonly number[],
  { write }: RoundContext,
  finish: (written: RewrittenProse) => IContent,
): EvictionCandidate {
  const first = indices[0]!;
  const candidate = createCandidate((current) =>
    whenReady(write(reduction), (paragraphs): EntryEdits => {
      const entry = current(first);
      const written = entry && paragraphs && withProse(entry, paragraphs);
      if (written === undefined) return new Map();
      const changes = new Map<number, IContent | undefined>([[first, finish(written)]]);
      for (const index of indices.slice(1)) changes.set(index, undefined);
      return changes;
    }),
  );
  return indices.length > 1 ? { ...candidate, merges: indices } : candidate;
}

interface KnownSummary {
  readonly index: number;
  readonly speaker: IContent['speaker'];
  readonly block: TextBlock;
  readonly facts: SummaryFacts;
}

/** Lists merges of consecutive summaries into one, oldest first. Merges only summaries proven to be generated (pipeline-origin §5, 46). */
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

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}

/** Content of `metadata.extractive` of a summary entry. */
export interface SummaryFacts {
  /** The same for the same texts. */
  readonly summaryId: string;
  /** Number of texts that the summary represents. */
  readonly texts: number;
  /** Ids of the merged summaries, if it is a summary of summaries. */
  readonly parentIds?: readonly string[];
}

function asSummary(entry: IContent, facts: SummaryFacts): IContent {
  const metadata: ContentMetadata = { ...entry.metadata, isSummary: true, extractive: facts };
  return { ...entry, metadata };
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
