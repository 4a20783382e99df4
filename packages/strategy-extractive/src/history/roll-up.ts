import { isMarker, type IContent, type TextBlock } from '@palimpsest/core-types';
import type { EntryEdits, EvictionCandidate } from '@palimpsest/history';
import { BLANK_LINE, parseSummaryText, summaryId, writeSummary } from '@palimpsest/reductions';
import { summaryBudget } from '@palimpsest/summarizer';
import { whenReady } from '../when-ready.ts';
import type { ReductionContext } from './reduction-context.ts';
import { isFree } from './reduction-scope.ts';
import { withProse } from './prose.ts';
import type { Entries } from './sites.ts';
import { asSummary, summaryFacts, type SummaryFacts } from './summary-facts.ts';

interface KnownSummary {
  readonly place: number;
  readonly block: TextBlock;
  readonly text: string;
  readonly facts: SummaryFacts;
  readonly speaker: IContent['speaker'];
}

/** Lists merges of consecutive summaries into one, oldest first. Merges only summaries proven to be generated (pipeline-origin §5, 46). */
export function* rollUp(
  entries: Entries,
  bench: ReductionContext,
  round: number,
): Generator<EvictionCandidate> {
  for (const run of runsOf(entries, bench)) {
    // A run ends in the role in which it starts, so that the entry after it still follows that role.
    const last = run.findLastIndex(({ speaker }) => speaker === run[0]!.speaker);
    if (last > 0) yield rollUpRun(run.slice(0, last + 1), bench, round);
  }
}

function* runsOf(
  entries: Entries,
  { ground, pipeline }: ReductionContext,
): Generator<KnownSummary[]> {
  const { mergeLength = Number.POSITIVE_INFINITY } = pipeline;
  let run: KnownSummary[] = [];
  let length = 0;
  for (let place = 0; place < ground.boundary; place += 1) {
    const entry = entries[place];
    if (entry === undefined) continue;
    const isOpen = place !== ground.firstHuman && isFree(ground, place, entry);
    const summary = isOpen ? knownSummary(entry, place) : undefined;
    length += summary?.text.length ?? 0;
    if (summary === undefined || length > mergeLength) {
      yield run;
      run = [];
      length = summary?.text.length ?? 0;
    }
    if (summary !== undefined) run.push(summary);
  }
  yield run;
}

function knownSummary(entry: IContent, place: number): KnownSummary | undefined {
  const facts = summaryFacts(entry);
  const [block] = entry.blocks;
  if (facts === undefined || entry.blocks.length !== 1 || block?.type !== 'text') return undefined;
  const { text } = block;
  return text.startsWith('[summary') && isMarker(text)
    ? { place, block, text, facts, speaker: entry.speaker }
    : undefined;
}

function rollUpRun(
  run: readonly KnownSummary[],
  bench: ReductionContext,
  round: number,
): EvictionCandidate {
  const [first] = run;
  const places = run.map(({ place }) => place);
  return {
    changes(current) {
      const changes = new Map<number, IContent | undefined>();
      const entry = current(first!.place);
      const id = summaryId(run.map(({ text }) => text));
      const merged = run.reduce((sum, { facts }) => sum + facts.texts, 0);
      const below = run.reduce((sum, { text }) => sum + text.length, 0);
      const source = run.map(({ text }) => parseSummaryText(text)).join(BLANK_LINE);
      const writing = bench.write({
        kind: 'summary',
        members: places,
        sources: [{ text: source, budget: rollUpBudget(source.length) }],
        write([summary]) {
          const shown = bench.embedSummaryId ? id : undefined;
          const mark = summary && writeSummary(summary, { merged, below, id: shown });
          return mark === undefined ? undefined : [{ text: mark }];
        },
      });
      return whenReady(writing, (paragraphs): EntryEdits => {
        const written = entry && paragraphs && withProse(entry, paragraphs);
        if (written === undefined) return changes;
        const texts = run.reduce(
          (sum, { block }) => sum + (bench.writings.get(block)?.texts ?? 1),
          0,
        );
        bench.writings.set(written.mark, { kind: 'summarizedTexts', texts, round });
        const parentIds = run.map(({ facts }) => facts.summaryId);
        for (const place of places) changes.set(place, undefined);
        changes.set(
          first!.place,
          asSummary(written.entry, { summaryId: id, texts: merged, parentIds }),
        );
        return changes;
      });
    },
    dropped: {},
    onlyIfSmaller: true,
    merges: places,
  };
}

/** Returns half the length at most, in UTF-16 units. Summaries are dense: with the usual budget, short ones would be copied whole. */
function rollUpBudget(length: number): number {
  return Math.min(summaryBudget(length), Math.floor(length / 2));
}
