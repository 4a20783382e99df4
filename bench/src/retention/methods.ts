import { createPalimpsest } from 'palimpsest';
import { BASELINES, FIXED_BASELINES } from './baselines.ts';
import { messageCharacters } from './characters.ts';
import { registeredMethod } from './compressors.ts';
import type { RetentionMethod } from './method.ts';

/** Every strategy without a model. */
export const OWN_METHOD_NAMES: readonly string[] = [
  ...new Set([
    'salience',
    ...createPalimpsest()
      .registry.plugins()
      .filter(({ requiresLLM }) => !requiresLLM)
      .map(({ name }) => name),
  ]),
];

/** All measured methods: these strategies, and the baselines. */
export const METHOD_NAMES: readonly string[] = [
  ...OWN_METHOD_NAMES,
  ...Object.keys(FIXED_BASELINES),
  ...Object.keys(BASELINES),
];

/** Returns a baseline or a registered strategy by name; `undefined` if there is none. */
export function findMethod(name: string): RetentionMethod | undefined {
  const fixed = FIXED_BASELINES[name];
  const baseline = BASELINES[name] ?? fixed;
  if (baseline === undefined) return registeredMethod(name);
  return {
    name,
    sized: fixed === undefined,
    async compress(given, share) {
      const target = Math.max(1, Math.floor(share * messageCharacters(given)));
      const messages = await baseline(given, target);
      return { messages, size: messageCharacters(messages), target };
    },
  };
}
