import { createPalimpsest } from 'palimpsest';
import { BASELINES } from './baselines.ts';
import { messageCharacters } from './characters.ts';
import { registeredMethod } from './compressors.ts';
import type { RetentionMethod } from './method.ts';

/** What is measured: every strategy that needs no model, and the baselines. */
export const METHOD_NAMES: readonly string[] = [
  ...new Set([
    'salience',
    ...createPalimpsest()
      .registry.plugins()
      .filter(({ requiresLLM }) => !requiresLLM)
      .map(({ name }) => name),
    ...Object.keys(BASELINES),
  ]),
];

/** A baseline or a registered strategy by its name; nothing where there is none. */
export function findMethod(name: string): RetentionMethod | undefined {
  const baseline = BASELINES[name];
  if (baseline === undefined) return registeredMethod(name);
  return {
    name,
    compress(given, share) {
      const target = Math.max(1, Math.floor(share * messageCharacters(given)));
      const messages = baseline(given, target);
      return { messages, size: messageCharacters(messages), target };
    },
  };
}
