import type { IContent } from '@palimpsest/core-types';
import { openai } from '@palimpsest/formats';
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

/** What is measured by tokens, too: what `compress()` offers, and the simplest thing in its place. */
export const TOKEN_METHOD_NAMES: readonly string[] = [...OWN_METHOD_NAMES, NEWEST_ONLY];

/** Where it is. */
export const TOKEN_PLACES: readonly Place[] = [...MAIN_FAMILIES, ...PROSE_FAMILIES].flatMap(
  (family) =>
    FEW_BUDGETS.flatMap((budget) =>
      TOKEN_METHOD_NAMES.map((method) => ({ family, cut: MAIN_CUT, budget, method })),
    ),
);

const GROUPS = ['all', 'gold', 'lines'] as const satisfies readonly ScoreGroup[];

/** A method at one place, where sizes are tokens as the command line counts them: each message costs some, whatever it says. */
export interface TokenRow extends Place {
  readonly conversations: number;
  /** Per cent of the tokens left, system messages apart. */
  readonly kept: number | null;
  readonly survived: Readonly<Record<(typeof GROUPS)[number], number | null>>;
  /** Conversations above their budget. */
  readonly missed: number;
}

/** What is left of one history, and of its tokens. */
export interface TokenScore extends Pick<Score, 'groups' | 'outcome'> {
  readonly tokens: Tally;
}

const methods = new Map<string, RetentionMethod>();

/** A method that takes its target in tokens; system messages count nothing, as where characters are counted. */
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

/** Tokens of messages as `estimateContent` counts them, system messages apart. */
export function tokensOf(messages: readonly ChatMessage[]): number {
  return estimateEntries(openai.decode(messages));
}

function estimateEntries(entries: readonly IContent[]): number {
  return estimateEntryTokens(entries.filter(({ speaker }) => speaker !== 'system'));
}

/** Scores every history at one budget (per cent of its tokens). */
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
