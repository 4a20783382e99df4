import { anthropic } from '@palimpsest/formats/anthropic';
import { checkAnthropic } from '../../../packages/formats/test/checker/check-anthropic.ts';
import { checkGemini } from '../../../packages/formats/test/checker/check-gemini.ts';
import { checkOpenAI } from '../../../packages/formats/test/checker/check-openai.ts';
import type {
  FormatProblem,
  FormatRule,
} from '../../../packages/formats/test/checker/format-problem.ts';
import { gemini, geminiRequest } from '@palimpsest/formats/gemini';
import { openai } from '@palimpsest/formats/openai';
import type { ChatMessage } from '../retention/chat-message.ts';

/** Providers whose rules messages are checked against. */
export const PROVIDERS = ['openai', 'anthropic', 'gemini'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** Kinds of problems with a request. */
export type ProblemKind =
  | FormatRule
  /** No message is left, and no provider accepts an empty list. */
  | 'no-messages';

export interface Verdict {
  readonly isRefused: boolean;
  /** Distinct kinds, in alphabetical order. */
  readonly kinds: readonly ProblemKind[];
}

/** Checks messages against a provider's rules. Each is encoded in its format; nothing is repaired, moved or added. */
export function verdict(provider: Provider, messages: readonly ChatMessage[]): Verdict {
  const { count, problems } = CHECKS[provider](messages);
  const refusals = problems.map(({ rule }): ProblemKind => rule);
  if (count === 0) refusals.push('no-messages');
  return { isRefused: refusals.length > 0, kinds: [...new Set(refusals)].toSorted() };
}

interface Checked {
  /** Number of messages in the request, without separate system instructions. */
  readonly count: number;
  readonly problems: readonly FormatProblem[];
}

const CHECKS: Readonly<Record<Provider, (messages: readonly ChatMessage[]) => Checked>> = {
  openai: (messages) => ({
    count: messages.length,
    problems: checkOpenAI(messages),
  }),
  anthropic(messages) {
    const written = anthropic.encode(openai.decode(messages));
    const start = written.findIndex(({ role }) => role !== 'system');
    const sent = start < 0 ? [] : written.slice(start);
    return {
      count: sent.length,
      problems: checkAnthropic(sent),
    };
  },
  gemini(messages) {
    const { contents } = geminiRequest(gemini.encode(openai.decode(messages)));
    return {
      count: contents.length,
      problems: checkGemini(contents),
    };
  },
};
