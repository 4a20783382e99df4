import { createStrategy } from '@palimpsest/engine';
import type { CompressionStrategy } from '@palimpsest/core-types';
import { withDirectives } from '@palimpsest/engine/directives';
import { middleOut } from '@palimpsest/strategy-middle-out';
import { oneShot } from '@palimpsest/strategy-one-shot';
import { scriptedProvider } from '@palimpsest/testing';
import { createPalimpsest } from 'palimpsest';

/** The strategies of the `palimpsest` package. */
export const STRATEGY_NAMES: readonly string[] = createPalimpsest()
  .registry.plugins()
  .map(({ name }) => name);

const WITH_MODEL: Readonly<Record<string, () => CompressionStrategy>> = {
  'middle-out': () => createStrategy(middleOut, { model: forgetfulModel() }),
  'one-shot': () => createStrategy(oneShot, { model: forgetfulModel() }),
};

/**
 * Creates a strategy. If it uses a model, the model's summary is empty of facts.
 *
 * @param isPinning whether it keeps user directives, as in the orchestrator
 */
export function strategyNamed(name: string, isPinning: boolean): CompressionStrategy {
  const strategy = WITH_MODEL[name]?.() ?? createPalimpsest().registry.resolve(name);
  return isPinning ? withDirectives(strategy) : strategy;
}

function forgetfulModel(): ReturnType<typeof scriptedProvider> {
  return scriptedProvider(['<state_snapshot>\nThe work went on.\n</state_snapshot>']);
}
