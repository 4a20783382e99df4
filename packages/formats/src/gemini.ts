import type { Codec } from './codec.ts';
import type { GeminiContent } from './gemini/read.ts';
import { geminiTurns } from './gemini/write.ts';
import { turnCodec } from './turns.ts';
import { listOf } from './values.ts';

export type { GeminiContent } from './gemini/read.ts';

/** Gemini contents. A user content with function responses becomes one entry per response and one per run of other parts. */
export const gemini: Codec<GeminiContent> = turnCodec(geminiTurns);

export interface GeminiRequest {
  /** For `config.systemInstruction`; absent if there is none. */
  readonly systemInstruction?: { readonly parts: readonly unknown[] };
  readonly contents: readonly GeminiContent[];
}

/**
 * Returns contents as a request accepts them. Leading system contents become the system instruction. A later one becomes a user content at
 * its position, because the API has no instructions between turns.
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
