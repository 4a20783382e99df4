import type { CompressionContext } from '@palimpsest/core-types';
import { SalienceOptionError } from '@palimpsest/salience';
import { getDependencies } from '../get-dependencies.ts';
import { planCompression } from '../plan-compression.ts';
import type { SalienceStrategy } from '../salience-strategy.ts';
import { explainDecision } from './explain-decision.ts';
import type { Explanation } from './explanation.ts';

/**
 * Explains what `compress` of a strategy would keep of a history. Returns `undefined` if it would change nothing.
 *
 * @throws {SalienceOptionError} of `@palimpsest/salience`, when the strategy is no `SalienceStrategy` of this package
 */
export async function explain(
  strategy: SalienceStrategy,
  context: CompressionContext,
): Promise<Explanation | undefined> {
  const means = getDependencies(strategy);
  if (means === undefined) {
    const accepted = 'a SalienceStrategy of the same installed package';
    throw new SalienceOptionError('strategy', strategy, accepted);
  }
  const { decision } = await planCompression(context, means);
  return decision === undefined ? undefined : explainDecision(decision, means.memory);
}
