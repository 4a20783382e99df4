import type {
  ContentBlock,
  ContentMetadata,
  IContent,
  ToolResponseBlock,
} from '@palimpsest/core-types';
import type { EvictionCandidate } from '@palimpsest/history';
import {
  hasCutLines,
  joinParagraphs,
  reductions,
  summaryId,
  type Reduction,
} from '@palimpsest/summarizer/reduce';
import { withProse, type RewrittenProse } from './prose.ts';
import type { PhaseContext } from './reduction-context.ts';
import { withTextOfResult } from './responses.ts';
import { extractPassages, type Kind } from './sites.ts';
import { createCandidate, toCandidates, type EditGroup } from './steps.ts';

/**
 * Lists references and summaries of one kind of text, oldest first.
 *
 * @param onlyReferencesTo allows only references, no summaries, and only of texts that this accepts: no content is lost
 */
export function* reducePassages(
  context: PhaseContext,
  kind: Kind,
  onlyReferencesTo?: (text: string) => boolean,
): Generator<EvictionCandidate> {
  const { scope, pipeline, writtenBlocks } = context;
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
  const groups: EditGroup[] = [];
  for (const reduction of reductions(passages, { ...pipeline, recencyStart })) {
    const { members } = reduction;
    const isSummary = reduction.kind === 'summary' || reduction.kind === 'code-split';
    if (onlyReferencesTo !== undefined && isSummary) continue;
    const note = (block: ContentBlock): void => {
      const texts = textsOf(members);
      writtenBlocks.set(block, {
        kind: isSummary ? 'summarizedTexts' : 'duplicateTexts',
        texts: texts.length,
        length: lengthOf(texts),
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
    const rewrite = async (block: ToolResponseBlock): Promise<ToolResponseBlock | undefined> => {
      const paragraphs = await context.write(reduction);
      if (paragraphs === undefined) return undefined;
      const reduced = withTextOfResult(block, joinParagraphs(paragraphs));
      note(reduced);
      return reduced;
    };
    groups.push([{ index, response, rewrite }]);
  }
  yield* toCandidates(groups, entries);
}

/**
 * Creates a candidate that reduces the prose of entries: the first gets the new text, the others are removed.
 *
 * @param finish records the new text, and returns the new entry
 */
function reduceProse(
  reduction: Reduction,
  indices: readonly number[],
  { write }: PhaseContext,
  finish: (written: RewrittenProse) => IContent,
): EvictionCandidate {
  const first = indices[0]!;
  const candidate = createCandidate(async (current) => {
    const paragraphs = await write(reduction);
    const entry = current(first);
    const written = entry && paragraphs && withProse(entry, paragraphs);
    if (written === undefined) return new Map();
    const changes = new Map<number, IContent | undefined>([[first, finish(written)]]);
    for (const index of indices.slice(1)) changes.set(index, undefined);
    return changes;
  });
  return indices.length > 1 ? { ...candidate, merges: indices } : candidate;
}

/** Content of `metadata.extractive` of a summary entry. */
interface SummaryFacts {
  /** The same for the same texts. */
  readonly summaryId: string;
  /** Number of texts that the summary represents. */
  readonly texts: number;
}

function asSummary(entry: IContent, facts: SummaryFacts): IContent {
  const metadata: ContentMetadata = { ...entry.metadata, isSummary: true, extractive: facts };
  return { ...entry, metadata };
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}
