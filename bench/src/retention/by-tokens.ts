import type { IContent } from '@palimpsest/core-types';
import { openai } from '@palimpsest/formats/openai';
import { estimateEntryTokens } from '@palimpsest/tokenizer';
import { createPalimpsest } from 'palimpsest';
import { newestOnly } from './baselines/newest-only.ts';
import type { ChatMessage } from './chat-message.ts';
import { strategyMethod } from './compressors.ts';
import type { ProbedHistory } from './families.ts';
import type { RetentionMethod } from './method.ts';
import { OWN_METHOD_NAMES } from './methods.ts';
import { FEW_BUDGETS, MAIN_CUT, MAIN_FAMILIES, PROSE_FAMILIES } from './places.ts';
import { share, sum, type Tally } from './pooling.ts';
import { score, type Score, type ScoreGroup } from './score.ts';
import type { Place } from './summarize.ts';

const NEWEST_ONLY = 'newest only';

/** Methods also measured in tokens: the strategies without a model, and the simplest baseline. */
export const TOKEN_METHOD_NAMES: readonly string[] = [...OWN_METHOD_NAMES, NEWEST_ONLY];

/** Places at which sizes are also measured in tokens. */
export const TOKEN_PLACES: readonly Place[] = [...MAIN_FAMILIES, ...PROSE_FAMILIES].flatMap(
  (family) =>
    FEW_BUDGETS.flatMap((budget) =>
      TOKEN_METHOD_NAMES.map((method) => ({ family, cut: MAIN_CUT, budget, method })),
    ),
);

const GROUPS = ['all', 'gold', 'lines'] as const satisfies readonly ScoreGroup[];

/** A method at one place, with sizes in tokens as the command line counts them, including the overhead per message. */
export interface TokenRow extends Place {
  readonly conversations: number;
  /** Per cent of the tokens left, without system messages. */
  readonly kept: number | null;
  readonly survived: Readonly<Record<(typeof GROUPS)[number], number | null>>;
  /** Number of conversations above their budget. */
  readonly missed: number;
}

/** Score of one history, with its tokens. */
export interface TokenScore extends Pick<Score, 'groups' | 'outcome'> {
  readonly tokens: Tally;
}

const methods = new Map<string, RetentionMethod>();

/** Returns a method whose target is in tokens. System messages are not counted, as with characters. */
export function tokenMethod(name: string): RetentionMethod {
  const method = methods.get(name) ?? (name === NEWEST_ONLY ? newestByTokens : strategy(name));
  methods.set(name, method);
  return method;
}

function strategy(name: string): RetentionMethod {
  return strategyMethod(createPalimpsest().registry.resolve(name), estimateEntries);
}

const newestByTokens: RetentionMethod = {
  name: NEWEST_ONLY,
  compress(messages, part) {
    const target = Math.max(1, Math.floor(part * tokensOf(messages)));
    const left = newestOnly(messages, target, (message) => tokensOf([message]));
    return { messages: left, size: tokensOf(left), target };
  },
};

/** Returns the tokens of messages by `estimateContent`, without system messages. */
export function tokensOf(messages: readonly ChatMessage[]): number {
  return estimateEntries(openai.decode(messages));
}

function estimateEntries(entries: readonly IContent[]): number {
  return estimateEntryTokens(entries.filter(({ speaker }) => speaker !== 'system'));
}

/** Scores every history at one budget, in per cent of its tokens. */
export async function scoreByTokens(
  histories: readonly ProbedHistory[],
  name: string,
  budget: number,
): Promise<TokenScore[]> {
  const method = tokenMethod(name);
  const scores: TokenScore[] = [];
  for (const history of histories) {
    const made = await method.compress(history.messages, budget / 100);
    const { groups, outcome } = score(history, made);
    const tokens = { survived: made.size, asked: tokensOf(history.messages) };
    scores.push({ groups, outcome, tokens });
  }
  return scores;
}

/** Pools the scores of many conversations. */
export function poolTokens(place: Place, scores: readonly TokenScore[]): TokenRow {
  return {
    ...place,
    conversations: scores.length,
    kept: share(sum(scores.map(({ tokens }) => tokens))),
    survived: Object.fromEntries(
      GROUPS.map((group) => [group, share(sum(scores.map(({ groups }) => groups[group])))]),
    ) as TokenRow['survived'],
    missed: scores.filter(({ outcome: { size, target } }) => size > target).length,
  };
}
