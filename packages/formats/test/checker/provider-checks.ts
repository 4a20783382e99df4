import { checkAnthropic } from './check-anthropic.ts';
import { checkGemini } from './check-gemini.ts';
import { checkOpenAIResponses } from './check-openai-responses.ts';
import { checkOpenAI } from './check-openai.ts';
import type { FormatProblem } from './format-problem.ts';

export type ProviderName = 'openai' | 'openai-responses' | 'anthropic' | 'gemini';

/** Checks messages of any origin against the rules of a provider. */
export type ProviderCheck = (messages: readonly unknown[]) => readonly FormatProblem[];

/** The check of each provider, by its format. */
export const providerChecks: Readonly<Record<ProviderName, ProviderCheck>> = {
  openai: (messages) => checkOpenAI(messages as never),
  'openai-responses': (messages) => checkOpenAIResponses(messages as never),
  anthropic: (messages) => checkAnthropic(messages as never),
  gemini: (messages) => checkGemini(messages as never),
};
