import type { StrategyPlugin } from '@palimpsest/core-types';
import { NAME } from './compress.ts';
import { TopDownTruncationStrategy } from './top-down-truncation-strategy.ts';

/** Plugin that registers `top-down-truncation` with a factory. */
export const topDownTruncation: StrategyPlugin = {
  specification: 1,
  name: NAME,
  requiresLLM: false,
  humanText: 'eligible',
  description:
    'Drops the oldest exchanges and messages until the history fits; what stays is unchanged.',
  create: () => new TopDownTruncationStrategy(),
};
