import type { GeminiContent } from './read.ts';
import { listOf } from '../values.ts';

export interface GeminiRequest {
  /** For `config.systemInstruction`; absent if there is none. */
  readonly systemInstruction?: { readonly parts: readonly unknown[] };
  readonly contents: readonly GeminiContent[];
}

/**
 * Contents as a request takes them: leading `system` contents become the system instruction. A later one becomes a `user` content at its place,
 * because the API knows no instruction between turns.
 */
export function geminiRequest(contents: readonly GeminiContent[]): GeminiRequest {
  const start = contents.findIndex(({ role }) => role !== 'system');
  const count = start < 0 ? contents.length : start;
  const parts = contents.slice(0, count).flatMap((content) => listOf(content.parts));
  const rest = contents
    .slice(count)
    .map((content) => (content.role === 'system' ? { ...content, role: 'user' } : content));
  return { ...(count > 0 ? { systemInstruction: { parts } } : {}), contents: rest };
}
