import type { IContent } from '@palimpsest/core-types';
import { repairHistory } from '@palimpsest/engine/history';
import { estimateEntryTokens } from '@palimpsest/engine/tokens';
import { openai } from '@palimpsest/formats/openai';
import { createPalimpsest } from 'palimpsest';
import { compressEntries } from '../compress-entries.ts';
import { withDirectives } from '../with-directives.ts';
import { headAndTail } from './baselines/head-and-tail.ts';
import { identifierList } from './baselines/identifier-list.ts';
import { maskOldResults } from './baselines/mask-old-results.ts';
import { newestOnly } from './baselines/newest-only.ts';
import { messageCharacters, type ChatMessage } from './chat-message.ts';
import { fit, targetOf, type RetentionMethod } from './method.ts';
import { requestTokens } from './request-tokens.ts';

const { registry } = createPalimpsest();

/** Every strategy without a model, the default first. */
export const OWN_METHOD_NAMES: readonly string[] = [
  ...new Set([
    'salience',
    ...registry
      .plugins()
      .filter(({ requiresLLM }) => !requiresLLM)
      .map(({ name }) => name),
  ]),
];

/** Reduces a history by an obvious simple method. Ends above the target if the method has no further step. */
export type Baseline = (
  messages: readonly ChatMessage[],
  targetCharacters: number,
) => readonly ChatMessage[];

/** Baselines with a target in characters, by their name in tables. */
export const BASELINES: Readonly<Record<string, Baseline>> = {
  'newest only': newestOnly,
  'head and tail': headAndTail,
  'mask old results': maskOldResults,
  'identifier list': identifierList,
};

/** The method that changes nothing: it shows what can be reached at most. */
export const EVERYTHING = 'everything';

/** All measured methods: these strategies, and the baselines. */
export const METHOD_NAMES: readonly string[] = [
  ...OWN_METHOD_NAMES,
  EVERYTHING,
  ...Object.keys(BASELINES),
];

const methods = new Map<string, RetentionMethod>();

/**
 * Returns a baseline or a registered strategy by name, the same object each time, because some have caches.
 *
 * @throws {UnknownStrategyError} when there is neither
 */
export function findMethod(name: string): RetentionMethod {
  const method = methods.get(name) ?? createMethod(name);
  methods.set(name, method);
  return method;
}

function createMethod(name: string): RetentionMethod {
  if (name === EVERYTHING) {
    return {
      name,
      sized: false,
      compress: (messages) => ({ messages, target: requestTokens(messages) }),
    };
  }
  const baseline = BASELINES[name];
  return baseline === undefined ? strategyMethod(name) : baselineMethod(name, baseline);
}

function baselineMethod(name: string, baseline: Baseline): RetentionMethod {
  return {
    name,
    async compress(given, share) {
      const target = targetOf(given, share);
      const start = share * messageCharacters(given);
      const run = (characters: number) => baseline(given, characters);
      return { messages: await fit(run, { target, start }), target };
    },
  };
}

/**
 * Returns a strategy as a method, with the built-in estimate and with the directives of users kept, as `compress` runs it. Its result is
 * counted exactly: where the estimate was wrong, the strategy runs again with another target.
 */
function strategyMethod(name: string): RetentionMethod {
  const strategy = withDirectives(registry.resolve(name));
  return {
    name,
    async compress(messages, share) {
      const history = decoded(messages);
      const target = targetOf(messages, share);
      const run = async (targetTokens: number): Promise<readonly ChatMessage[]> => {
        const left = await compressEntries(strategy, history, targetTokens, estimate);
        return openai.encode(left) as ChatMessage[];
      };
      const start = (target * estimate(history)) / Math.max(1, requestTokens(messages));
      return { messages: await fit(run, { target, start }), target };
    },
  };
}

/** System messages count 0, as in `requestTokens`. */
function estimate(entries: readonly IContent[]): number {
  return estimateEntryTokens(entries.filter(({ speaker }) => speaker !== 'system'));
}

const known = new WeakMap<readonly ChatMessage[], readonly IContent[]>();

/** Returns messages as entries. The same array always gives the same entries, so that a strategy's cache can be used. */
function decoded(messages: readonly ChatMessage[]): readonly IContent[] {
  const history = known.get(messages) ?? repairHistory(openai.decode(messages)).history;
  known.set(messages, history);
  return history;
}
