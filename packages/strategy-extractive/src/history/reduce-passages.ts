import type { IContent } from '@palimpsest/core-types';
import type { EvictionCandidate } from '@palimpsest/engine/history';
import { hasCutLines, reductions, type Reduction } from '@palimpsest/summarizer/reduce';
import { candidateOf, createCandidate, editResult } from './edits.ts';
import { withProse } from './prose.ts';
import type { ReductionContext } from './reduction-context.ts';
import { withTextOfResult } from './responses.ts';
import { extractPassages, type Kind } from './sites.ts';

/**
 * Lists references and summaries of one kind of text, oldest first.
 *
 * @param onlyReferencesTo allows only references, no summaries, and only of texts that this accepts: no content is lost
 */
export function* reducePassages(
  context: ReductionContext,
  kind: Kind,
  onlyReferencesTo?: (text: string) => boolean,
): Generator<EvictionCandidate> {
  const { scope, pipeline, lengths } = context;
  const keeps =
    onlyReferencesTo &&
    ((index: number, text: string): boolean =>
      // A text with removed lines is not a duplicate of another one.
      index === scope.firstHuman || !onlyReferencesTo(text) || hasCutLines(text));
  const { passages, locations, recencyStart } = extractPassages(context.entries(), scope, {
    only: kind,
    keeps,
  });
  for (const reduction of reductions(passages, { ...pipeline, recencyStart })) {
    const { members } = reduction;
    if (onlyReferencesTo !== undefined && isSummary(reduction)) continue;
    const length = members.reduce((sum, member) => sum + passages[member]!.text.length, 0);
    const { index, response } = locations[members[0]!]!;
    if (response === undefined) {
      const indices = members.map((member) => locations[member]!.index);
      yield reduceProse(reduction, indices, length, context);
      continue;
    }
    const edit = editResult(index, response, async (block) => {
      const text = await context.write(reduction);
      if (text === undefined) return undefined;
      const reduced = withTextOfResult(block, text);
      lengths.set(reduced, length);
      return reduced;
    });
    yield createCandidate([edit]);
  }
}

function isSummary({ kind }: Reduction): boolean {
  return kind === 'summary' || kind === 'code-split';
}

/**
 * Creates a candidate that reduces the prose of entries: the first gets the new text, the others are removed.
 *
 * @param length length of all their texts, in UTF-16 units
 */
function reduceProse(
  reduction: Reduction,
  indices: readonly number[],
  length: number,
  { write, lengths }: ReductionContext,
): EvictionCandidate {
  const [first, ...others] = indices as [number, ...number[]];
  const candidate = candidateOf(async (current) => {
    const text = await write(reduction);
    const entry = current(first);
    if (entry === undefined || text === undefined) return new Map();
    const written = withProse(entry, text);
    const metadata = { ...written.metadata, isSummary: true };
    const reduced = isSummary(reduction) ? { ...written, metadata } : written;
    lengths.set(reduced, length);
    const changes = new Map<number, IContent | undefined>([[first, reduced]]);
    for (const index of others) changes.set(index, undefined);
    return changes;
  });
  return others.length > 0 ? { ...candidate, merges: indices } : candidate;
}
