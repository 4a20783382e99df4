import { isRecord, OptionError } from '@palimpsest/core-types';
import type { StrategyDefinition } from './define-strategy.ts';

/** Names of all properties. */
const NAMES: Readonly<Record<keyof StrategyDefinition<[], undefined>, true>> = {
  name: true,
  description: true,
  humanText: true,
  longHumanText: true,
  requiresLLM: true,
  trigger: true,
  startsFromOriginals: true,
  skipWhen: true,
  settings: true,
  setup: true,
  tailStart: true,
  candidates: true,
  plan: true,
  shortfallReason: true,
  optimize: true,
  reduceResults: true,
};

/** @throws {OptionError} for an unknown property, or unless the definition has either `candidates` or `plan` as a function */
export function checkDefinition(definition: unknown): void {
  if (!isRecord(definition)) throw new OptionError('definition', definition, 'an object');
  const unknownName = Object.keys(definition).find((name) => !Object.hasOwn(NAMES, name));
  if (unknownName !== undefined) {
    throw new OptionError('definition', unknownName, `one of ${Object.keys(NAMES).join(', ')}`);
  }
  const given = [definition['candidates'], definition['plan']].filter((one) => one !== undefined);
  if (given.length === 1 && typeof given[0] === 'function') return;
  throw new OptionError('candidates, plan', given[0], 'one of them as a function', {
    ...(given.length === 0 && { receivedDescription: 'none' }),
    ...(given.length === 2 && { receivedDescription: 'both' }),
  });
}
