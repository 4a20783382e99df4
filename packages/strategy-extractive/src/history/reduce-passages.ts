import type { ContentBlock, IContent } from '@palimpsest/core-types';
import type { EntryEdits, EvictionCandidate } from '@palimpsest/history';
import {
  hasCutLines,
  joinParagraphs,
  reductions,
  summaryId,
  type Reduction,
} from '@palimpsest/reductions';
import { whenReady } from '../when-ready.ts';
import { withTextOfResult } from './responses.ts';
import type { Kind } from './kinds.ts';
import type { ReductionContext } from './reduction-context.ts';
import { withProse } from './prose.ts';
import { asSummary } from './summary-facts.ts';
import { extractPassages, type Entries } from './sites.ts';
import {
  hasManyResults,
  toCandidate,
  toOneCandidate,
  type ResultEdit,
  type EditGroup,
} from './steps.ts';

export interface ReductionOptions {
  readonly round: number;
  readonly kind: Kind;
  /** Allows only references, no summaries, and only of texts that this accepts: no content is lost. */
  readonly onlyReferencesTo?: (text: string) => boolean;
}

/** Lists references and summaries of one kind of text, oldest first (seed compression-pipeline). */
export function* reducePassages(
  entries: Entries,
  bench: ReductionContext,
  { round, kind, onlyReferencesTo }: ReductionOptions,
): Generator<EvictionCandidate> {
  const { firstHuman } = bench.ground;
  const keeps =
    onlyReferencesTo &&
    ((place: number, text: string): boolean =>
      // A text with removed lines is not a duplicate of another one.
      place === firstHuman || !onlyReferencesTo(text) || hasCutLines(text));
  const { passages, sites, recencyStart } = extractPassages(entries, bench.ground, kind, keeps);
  const textsOf = ({ members }: Pick<Reduction, 'members'>): string[] =>
    members.map((index) => passages[index]!.text);
  const found = reductions(passages, {
    ...bench.pipeline,
    recencyStart,
    ...(bench.embedSummaryId ? { summaryId: (members) => summaryId(textsOf({ members })) } : {}),
  });
  const crowded: EditGroup[] = [];
  for (const reduction of found) {
    if (onlyReferencesTo !== undefined && isSummary(reduction)) continue;
    const note = (block: ContentBlock): void => {
      const texts = textsOf(reduction);
      bench.writings.set(block, {
        kind: isSummary(reduction) ? 'summarizedTexts' : 'duplicateTexts',
        texts: texts.length,
        length: texts.reduce((sum, { length }) => sum + length, 0),
        round,
      });
    };
    const { place, response } = sites[reduction.members[0]!]!;
    if (response === undefined) {
      const places = reduction.members.map((index) => sites[index]!.place);
      yield reduceProse(reduction, { places, texts: textsOf(reduction), bench, note });
      continue;
    }
    const edit: ResultEdit = {
      place,
      response,
      rewrite: (block) =>
        whenReady(bench.write(reduction), (paragraphs) => {
          if (paragraphs === undefined) return undefined;
          const reduced = withTextOfResult(block, joinParagraphs(paragraphs));
          note(reduced);
          return reduced;
        }),
    };
    if (hasManyResults(entries[place]!)) crowded.push([edit]);
    else yield toCandidate([edit]);
  }
  if (crowded.length > 0) yield toOneCandidate(crowded, bench.estimateTokens);
}

interface ProseReduction {
  /** Entries of the reduction: the first gets the new text, the others are removed. */
  readonly places: readonly number[];
  readonly texts: readonly string[];
  readonly bench: ReductionContext;
  readonly note: (block: ContentBlock) => void;
}

function reduceProse(
  reduction: Reduction,
  { places, texts, bench, note }: ProseReduction,
): EvictionCandidate {
  const [first] = places;
  return {
    changes: (current) =>
      whenReady(bench.write(reduction), (paragraphs): EntryEdits => {
        const changes = new Map<number, IContent | undefined>();
        const entry = current(first!);
        const written = entry && paragraphs && withProse(entry, paragraphs);
        if (written === undefined) return changes;
        note(written.mark);
        for (const place of places) changes.set(place, undefined);
        const facts = { summaryId: summaryId(texts), texts: texts.length };
        changes.set(first!, isSummary(reduction) ? asSummary(written.entry, facts) : written.entry);
        return changes;
      }),
    dropped: {},
    onlyIfSmaller: true,
    ...(places.length > 1 ? { merges: places } : {}),
  };
}

function isSummary({ kind }: Reduction): boolean {
  return kind === 'summary' || kind === 'code-split';
}
