import type { CompressionStrategy } from '@palimpsest/core-types';
import { withDirectives } from '@palimpsest/orchestrator';
import { MiddleOutStrategy } from '@palimpsest/strategy-middle-out';
import { OneShotStrategy } from '@palimpsest/strategy-one-shot';
import { scriptedProvider } from '@palimpsest/testing';
import { createPalimpsest } from 'palimpsest';

/** The strategies of the product. */
export const STRATEGY_NAMES: readonly string[] = createPalimpsest()
  .registry.plugins()
  .map(({ name }) => name);

const WITH_MODEL: Readonly<Record<string, () => CompressionStrategy>> = {
  'middle-out': () => new MiddleOutStrategy({ model: forgetfulModel() }),
  'one-shot': () => new OneShotStrategy({ model: forgetfulModel() }),
};

/**
 * Creates a strategy; where it asks a model, with one whose summary says nothing.
 *
 * @param isPinning whether it keeps what people demand, as the orchestrator has it do
 */
export function createStrategy(name: string, isPinning: boolean): CompressionStrategy {
  const strategy = WITH_MODEL[name]?.() ?? createPalimpsest().registry.resolve(name);
  return isPinning ? withDirectives(strategy) : strategy;
}

function forgetfulModel(): ReturnType<typeof scriptedProvider> {
  return scriptedProvider(['<state_snapshot>\nThe work went on.\n</state_snapshot>']);
}
