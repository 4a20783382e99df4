import type { IContent } from '@palimpsest/core-types';
import type { EvictionCandidate } from '@palimpsest/engine/history';
import {
  hasCutLines,
  reductions,
  type PipelineOptions,
  type Reduction,
} from '@palimpsest/summarizer/reduce';
import { findHeldByReferences } from './detach-references.ts';
import { extractPassages, type Kind } from './extract-passages.ts';
import { withProse } from './prose.ts';
import { withResult, withSoleText } from './responses.ts';
import { isReducible, type Entries, type ReductionScope } from './scope.ts';

/** What all candidates of a compression need. */
export interface ReductionContext {
  readonly scope: ReductionScope;
  readonly pipeline: Omit<PipelineOptions, 'recencyStart' | 'summaryId'>;
  /** Summarizes the sources of a reduction. Returns the new text; `undefined` if nothing is saved. */
  readonly write: (reduction: Reduction) => Promise<string | undefined>;
  /** Returns the current entry at an index, with the edits that were applied so far. */
  readonly entryAt: (index: number) => IContent | undefined;
}

export function currentEntries({
  scope,
  entryAt,
}: Pick<ReductionContext, 'scope' | 'entryAt'>): Entries {
  return scope.history.map((_, index) => entryAt(index));
}

/**
 * Lists references and summaries of one kind of text, oldest first.
 *
 * @param onlyReferencesTo allows only references, no summaries, and only of texts that this accepts: no content is lost
 */
export function* reducePassages(
  context: ReductionContext,
  only: Kind,
  onlyReferencesTo?: (text: string) => boolean,
): Generator<EvictionCandidate> {
  const { scope, pipeline, write } = context;
  const keeps =
    onlyReferencesTo &&
    ((index: number, text: string): boolean =>
      // A text with removed lines is not a duplicate of another one.
      index === scope.firstHuman || !onlyReferencesTo(text) || hasCutLines(text));
  const { passages, locations, recencyStart } = extractPassages(currentEntries(context), scope, {
    only,
    keeps,
  });
  for (const reduction of reductions(passages, { ...pipeline, recencyStart })) {
    const isSummary = reduction.kind === 'summary' || reduction.kind === 'code-split';
    if (onlyReferencesTo !== undefined && isSummary) continue;
    const { index, response } = locations[reduction.members[0]!]!;
    const indices = reduction.members.map((member) => locations[member]!.index);
    yield {
      async changes(current) {
        const entry = current(index);
        const text = await write(reduction);
        if (entry === undefined || text === undefined) return new Map();
        const reduced =
          response === undefined
            ? withReducedProse(entry, text, isSummary)
            : withResult(entry, response, (block) => withSoleText(block, text));
        return new Map<number, IContent | undefined>([
          ...indices.map((each) => [each, undefined] as const),
          [index, reduced],
        ]);
      },
      dropped: {},
      onlyIfSmaller: true,
      ...(indices.length > 1 && { merges: indices }),
    };
  }
}

function withReducedProse(entry: IContent, text: string, isSummary: boolean): IContent {
  const written = withProse(entry, text);
  return isSummary ? { ...written, metadata: { ...written.metadata, isSummary } } : written;
}

/** Returns the reducible entries with their indices, oldest first. */
export function reducibleEntries(
  context: Pick<ReductionContext, 'scope' | 'entryAt'>,
): (readonly [index: number, entry: IContent])[] {
  const { scope } = context;
  const entries = currentEntries(context);
  const held = findHeldByReferences(entries, scope);
  return entries.flatMap((entry, index) => {
    const isFree = entry !== undefined && isReducible(scope, index, entry) && !held.has(index);
    return isFree ? [[index, entry] as const] : [];
  });
}
