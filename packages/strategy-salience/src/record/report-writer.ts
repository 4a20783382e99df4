import { runAtOnce, runInSlices, type MediaBlock } from '@palimpsest/core-types';
import type { StrategyInput } from '@palimpsest/engine';
import { createRecordPlanner, previewPlan, type EditPlan } from '@palimpsest/engine/history';
import { findLargestFit } from '../ranking/find-largest-fit.ts';
import type { Piece } from './pieces.ts';
import type { Selection } from './select-lines.ts';
import { recallIdOfStep } from './steps-of-calls.ts';
import { writeItems } from './write-items.ts';
import type { ReplacedWords } from '../required/read-words.ts';

/** What a report is written from. */
interface Material {
  readonly given: StrategyInput;
  readonly pieces: readonly (readonly Piece[])[];
  readonly replaced: ReplacedWords;
  /** Whether an entry becomes a part of the report. */
  readonly isRecorded: readonly boolean[];
  /** Pictures and documents of people that it carries. */
  readonly carried: ReadonlySet<MediaBlock>;
  readonly saysFollowing: boolean;
}

/** A selection of lines, and how the steps of which no line is kept are listed. */
export interface Draft {
  readonly selection: Selection;
  /** Index of the first entry whose steps are named; see `WriteOptions`. */
  readonly namedFrom: number;
}

/** A report with some number of the selected units. */
export interface Report {
  readonly plan: EditPlan;
  /** Tokens of the whole history with it. */
  readonly tokensAfter: number;
  readonly selectedCount: number;
}

/** Writes reports, and counts them. */
export interface ReportWriter {
  /** Tokens of all that stays beside a report. */
  readonly fixedTokens: number;
  /** Returns the tokens, nearly, with a report of so many units. */
  readonly tokensOf: (draft: Draft, count: number) => Promise<number>;
  readonly write: (draft: Draft, count: number) => Promise<Report>;
  /** Writes the report with the most units within a limit of tokens. */
  readonly fit: (draft: Draft, limit: number) => Promise<Report>;
}

interface Candidate {
  readonly plan: EditPlan;
  readonly tokens: number;
}

export async function createReportWriter({
  given,
  pieces,
  replaced,
  isRecorded,
  carried,
  saysFollowing,
}: Material): Promise<ReportWriter> {
  const { history, estimateTokens } = given;
  const { originalId } = given.context;
  const canRecall = originalId !== undefined;
  const planWith = createRecordPlanner({ history, isRecorded, canRecall, carried, saysFollowing });
  const tokensOfRecords = async ({ edits }: EditPlan): Promise<number> => {
    let total = 0;
    for (const entry of edits.values())
      if (entry !== undefined) total += await estimateTokens([entry]);
    return total;
  };
  // Estimators need not be additive; what the whole costs beyond its records is constant.
  await given.yieldToEventLoop();
  const empty = runAtOnce(
    planWith(function* () {
      yield;
      return [];
    }),
  );
  const fixedTokens =
    (await estimateTokens(previewPlan(history, empty))) - (await tokensOfRecords(empty));

  const known = new WeakMap<Selection, Map<string, Promise<Candidate>>>();
  const candidate = async ({ selection, namedFrom }: Draft, count: number): Promise<Candidate> => {
    const written = known.get(selection) ?? new Map<string, Promise<Candidate>>();
    known.set(selection, written);
    const key = `${namedFrom} ${count}`;
    const found = written.get(key) ?? draw({ selection, namedFrom }, count);
    written.set(key, found);
    return await found;
  };
  const draw = async ({ selection, namedFrom }: Draft, count: number): Promise<Candidate> => {
    const items = planWith(({ from, to }) =>
      writeItems(pieces.slice(from, to).flat(), {
        isKept: (part, unit) => selection.isKept(part, unit, count),
        namedFrom,
        replaced,
        idOf: (step) => recallIdOfStep(step, history, originalId),
      }),
    );
    const plan = await runInSlices(items, given.yieldToEventLoop);
    await given.yieldToEventLoop();
    return { plan, tokens: fixedTokens + (await tokensOfRecords(plan)) };
  };
  const tokensOf = async (draft: Draft, count: number): Promise<number> =>
    (await candidate(draft, count)).tokens;
  const write = async (draft: Draft, selectedCount: number): Promise<Report> => {
    const { plan } = await candidate(draft, selectedCount);
    await given.yieldToEventLoop();
    const tokensAfter = await estimateTokens(previewPlan(history, plan));
    return { plan, tokensAfter, selectedCount };
  };
  return {
    fixedTokens,
    tokensOf,
    write,
    async fit(draft, limit) {
      const within = async (most: number): Promise<Report> => {
        const tokensAt = (count: number): Promise<number> => tokensOf(draft, count);
        return await write(draft, await findLargestFit(draft.selection.ranking, tokensAt, most));
      };
      const found = await within(limit);
      const excess = found.tokensAfter - limit;
      // The sum of rounded counts can be less than the count of the whole.
      return excess > 0 ? await within(limit - excess) : found;
    },
  };
}
