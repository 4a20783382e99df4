import type { CompressionContext } from '@palimpsest/core-types';
import { SalienceOptionError } from '@palimpsest/salience';
import { getDependencies } from '../get-dependencies.ts';
import { planCompression } from '../plan-compression.ts';
import type { SalienceStrategy } from '../salience-strategy.ts';
import type { Explanation, ExplainedText } from './explanation.ts';
import type { SalienceDecision } from '../decide.ts';
import type { ParseCache } from '../parse-cache.ts';
import { keptLines, reasonOf } from './kept-lines.ts';

/**
 * Explains what `compress` of a strategy would keep of a history. Returns `undefined` if it would change nothing.
 *
 * @throws {SalienceOptionError} of `@palimpsest/salience`, when the strategy is not a `SalienceStrategy` of this package
 */
export async function explain(
  strategy: SalienceStrategy,
  context: CompressionContext,
): Promise<Explanation | undefined> {
  const means = getDependencies(strategy);
  if (means === undefined) {
    const expected = 'a SalienceStrategy of the same installed package';
    throw new SalienceOptionError('strategy', strategy, expected);
  }
  const { decision } = await planCompression(context, means);
  return decision === undefined ? undefined : explainDecision(decision, means.memory);
}

/** Describes what a decision keeps of each entry, and why. */
function explainDecision(
  { boundary, selection, taken }: SalienceDecision,
  { reader }: ParseCache,
): Explanation {
  const { ranking, draft, open } = selection;
  const withTexts = open.filter(({ parts }) => parts.length > 0);
  const entries = withTexts.map(({ index, parts }) => ({
    index,
    texts: parts.map(({ block, role, reading, passage }): ExplainedText => {
      const first = ranking.board.firstUnit[passage]!;
      const isKept = (unit: number): boolean => draft.isKept(first + unit, taken);
      const kept = keptLines(reading, isKept, (unit) =>
        reasonOf(ranking, reader.vocabulary, first + unit),
      );
      return { block, role, ...kept };
    }),
  }));
  return { tailStart: boundary, entries };
}
