import {
  anthropic,
  checkAnthropic,
  checkGemini,
  checkOpenAI,
  gemini,
  geminiRequest,
  openai,
  type FormatProblem,
  type FormatRule,
} from '@palimpsest/formats';
import type { ChatMessage } from '../retention/chat-message.ts';

/** Providers whose rules messages are held against. */
export const PROVIDERS = ['openai', 'anthropic', 'gemini'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** What can be wrong with a request. */
export type ProblemKind =
  | FormatRule
  /** Nothing is left to send: no provider takes an empty list. */
  | 'no-messages'
  /** The first message is the model's, though it calls nothing. No checker here refuses that; it is counted beside. */
  | 'starts-with-model';

export interface Verdict {
  readonly isRefused: boolean;
  /** Each once, in alphabetical order. */
  readonly kinds: readonly ProblemKind[];
}

/** What a provider has against messages. They are written in its format one by one: nothing is repaired, moved or filled in. */
export function verdict(provider: Provider, messages: readonly ChatMessage[]): Verdict {
  const { count, problems, startsWithModel } = CHECKS[provider](messages);
  const refusals = problems.map(({ rule }): ProblemKind => rule);
  if (count === 0) refusals.push('no-messages');
  const isMentioned = startsWithModel && !refusals.includes('starts-with-call');
  const kinds = new Set(isMentioned ? [...refusals, 'starts-with-model' as const] : refusals);
  return { isRefused: refusals.length > 0, kinds: [...kinds].toSorted() };
}

interface Checked {
  /** Messages of the request; instructions that travel apart are none. */
  readonly count: number;
  readonly problems: readonly FormatProblem[];
  readonly startsWithModel: boolean;
}

const CHECKS: Readonly<Record<Provider, (messages: readonly ChatMessage[]) => Checked>> = {
  openai: (messages) => ({
    count: messages.length,
    problems: checkOpenAI(messages),
    // Here it may.
    startsWithModel: false,
  }),
  anthropic(messages) {
    const written = anthropic.encode(openai.decode(messages));
    const start = written.findIndex(({ role }) => role !== 'system');
    const sent = start < 0 ? [] : written.slice(start);
    return {
      count: sent.length,
      problems: checkAnthropic(sent),
      startsWithModel: sent[0]?.role === 'assistant',
    };
  },
  gemini(messages) {
    const { contents } = geminiRequest(gemini.encode(openai.decode(messages)));
    return {
      count: contents.length,
      problems: checkGemini(contents),
      startsWithModel: contents[0]?.role === 'model',
    };
  },
};
