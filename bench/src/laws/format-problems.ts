import type { IContent } from '@palimpsest/core-types';
import { aiSdk } from '@palimpsest/formats/ai-sdk';
import { anthropic } from '@palimpsest/formats/anthropic';
import { checkAnthropic } from '../../../packages/formats/test/checker/check-anthropic.ts';
import { checkGemini } from '../../../packages/formats/test/checker/check-gemini.ts';
import { checkOpenAIResponses } from '../../../packages/formats/test/checker/check-openai-responses.ts';
import { checkOpenAI } from '../../../packages/formats/test/checker/check-openai.ts';
import { gemini } from '@palimpsest/formats/gemini';
import { genkit } from '@palimpsest/formats/genkit';
import { icontent } from '@palimpsest/formats/icontent';
import { langchain } from '@palimpsest/formats/langchain';
import { openai } from '@palimpsest/formats/openai';
import { openaiAgents } from '@palimpsest/formats/openai-agents';
import { openaiResponses } from '@palimpsest/formats/openai-responses';
import { pi } from '@palimpsest/formats/pi';
import { isDeepStrictEqual } from 'node:util';
import { expressibleIn } from './expressible.ts';

/** Formats with a field for the speaker's name. */
const WITH_NAMES = new Set<string>(['openai', 'icontent', 'langchain']);

/**
 * Returns the problems of entries after they are encoded in each format, sent and decoded.
 *
 * @param before entries whose broken rules are not reported again. @default none
 */
export function formatProblems(
  history: readonly IContent[],
  before: readonly IContent[] = [],
): string[] {
  const problems: string[] = [];
  const bare = withoutNative(history);
  for (const [name, codec, check] of [
    ['openai', openai, checkOpenAI],
    ['openai-responses', openaiResponses, checkOpenAIResponses],
    ['openai-agents', openaiAgents, undefined],
    ['anthropic', anthropic, checkAnthropic],
    ['gemini', gemini, checkGemini],
    ['genkit', genkit, undefined],
    ['pi', pi, undefined],
    ['icontent', icontent, undefined],
    ['ai-sdk', aiSdk, undefined],
    ['langchain', langchain, undefined],
  ] as const) {
    const given = expressibleIn(name, bare);
    const messages = sentWith(codec, given);
    const expected = WITH_NAMES.has(name) ? given : nameless(given);
    if (!isDeepStrictEqual(withoutNative(codec.decode(messages)), expected)) {
      problems.push(`${name}: decoding what was encoded gives other entries`);
    }
    const found = check?.(messages) ?? [];
    if (found.length === 0) continue;
    const earlier = sentWith(codec, expressibleIn(name, withoutNative(before)));
    const known = new Set(check?.(earlier).map(({ rule }) => rule));
    const broken = found.find(({ rule }) => !known.has(rule));
    if (broken !== undefined) problems.push(`${name}: ${JSON.stringify(broken)}`);
  }
  return problems;
}

/** Returns messages of a format as they are sent. */
function sentWith(
  { encode }: { readonly encode: (history: readonly IContent[]) => readonly unknown[] },
  history: readonly IContent[],
): never[] {
  return JSON.parse(JSON.stringify(encode(history))) as never[];
}

/** Returns entries without the codec's native data. */
export function withoutNative(history: readonly IContent[]): IContent[] {
  return history.map(({ native: _native, ...entry }) => ({
    ...entry,
    blocks: entry.blocks.map(({ native: _part, ...block }) => block),
  }));
}

/** Returns entries without the speaker's name, which most formats cannot hold. */
function nameless(history: readonly IContent[]): IContent[] {
  return history.map(({ metadata, ...entry }) => {
    const { name: _name, ...rest } = metadata ?? {};
    return { ...entry, ...(Object.keys(rest).length > 0 ? { metadata: rest } : {}) };
  });
}
