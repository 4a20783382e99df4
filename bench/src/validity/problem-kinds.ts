import { getCodec } from '@palimpsest/formats';
import { geminiRequest, type GeminiContent } from '@palimpsest/formats/gemini';
import { openai } from '@palimpsest/formats/openai';
import type { FormatRule } from '../../../packages/formats/test/checker/format-problem.ts';
import { providerChecks } from '../../../packages/formats/test/checker/provider-checks.ts';
import type { ChatMessage } from '../retention/chat-message.ts';

/** Providers whose rules messages are checked against. */
export const PROVIDERS = ['openai', 'anthropic', 'gemini'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** Kinds of problems with a request. `no-messages`: no message is left, and no provider accepts an empty list. */
export type ProblemKind = FormatRule | 'no-messages';

/** Returns the distinct kinds of problems of messages in the format of a provider. Nothing is repaired, moved or added. */
export function problemKinds(provider: Provider, messages: readonly ChatMessage[]): ProblemKind[] {
  const sent = requestOf(provider, messages);
  if (sent.length === 0) return ['no-messages'];
  return [...new Set(providerChecks[provider](sent).map(({ rule }) => rule))].toSorted();
}

/** Returns the messages of a request, without the instructions that the provider takes apart from them. */
function requestOf(provider: Provider, messages: readonly ChatMessage[]): readonly unknown[] {
  if (provider === 'openai') return messages;
  const written = getCodec(provider).encode(openai.decode(messages));
  if (provider === 'gemini') return geminiRequest(written as GeminiContent[]).contents;
  const start = (written as readonly ChatMessage[]).findIndex(({ role }) => role !== 'system');
  return start < 0 ? [] : written.slice(start);
}
