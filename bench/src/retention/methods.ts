import { createPalimpsest } from 'palimpsest';
import { BASELINES, FIXED_BASELINES } from './baselines.ts';
import type { ChatMessage } from './chat-message.ts';
import { messageCharacters } from './characters.ts';
import { requestTokens } from './request-tokens.ts';
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

const methods = new Map<string, RetentionMethod>();

/**
 * Returns a baseline or a registered strategy by name, the same object each time, because some have caches.
 *
 * @throws {UnknownStrategyError} when there is neither
 */
export function findMethod(name: string): RetentionMethod {
  const method = methods.get(name) ?? baselineMethod(name) ?? registeredMethod(name);
  methods.set(name, method);
  return method;
}

function baselineMethod(name: string): RetentionMethod | undefined {
  const fixed = FIXED_BASELINES[name];
  const baseline = BASELINES[name] ?? fixed;
  if (baseline === undefined) return undefined;
  return {
    name,
    sized: fixed === undefined,
    async compress(given, share) {
      const target = Math.max(1, Math.floor(share * requestTokens(given)));
      const messages =
        fixed === undefined ? await fitted(baseline, given, { share, target }) : await fixed(given);
      return { messages, size: requestTokens(messages), target };
    },
  };
}

/** Attempts to meet a target in tokens with a baseline that counts characters. */
const ATTEMPTS = 4;

/** Returns the largest result of a baseline that meets a target in tokens; the smallest if none does. */
async function fitted(
  baseline: (typeof BASELINES)[string],
  given: readonly ChatMessage[],
  { share, target }: { readonly share: number; readonly target: number },
): Promise<readonly ChatMessage[]> {
  let characters = share * messageCharacters(given);
  let best: readonly ChatMessage[] | undefined;
  let least: readonly ChatMessage[] | undefined;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const messages = await baseline(given, Math.max(1, Math.floor(characters)));
    const size = requestTokens(messages);
    if (size <= target && (best === undefined || size > requestTokens(best))) best = messages;
    if (least === undefined || size < requestTokens(least)) least = messages;
    if (size <= target && size > CLOSE * target) break;
    characters *= target / Math.max(1, size) - (size > target ? 0.01 : 0);
  }
  return best ?? least ?? given;
}

/** Share of the target that is close enough. */
const CLOSE = 0.98;
