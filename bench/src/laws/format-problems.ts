import type { IContent } from '@palimpsest/core-types';
import {
  aiSdk,
  anthropic,
  checkAnthropic,
  checkGemini,
  checkOpenAI,
  gemini,
  icontent,
  langchain,
  openai,
} from '@palimpsest/formats';
import { isDeepStrictEqual } from 'node:util';

/** Formats that have a place for the speaker's name. */
const NAMED = new Set(['openai', 'icontent', 'langchain']);

/** What is wrong with entries once they are written in each format, sent and read again. */
export function formatProblems(history: readonly IContent[]): string[] {
  const problems: string[] = [];
  const bare = withoutNative(history);
  for (const [name, codec, check] of [
    ['openai', openai, checkOpenAI],
    ['anthropic', anthropic, checkAnthropic],
    ['gemini', gemini, checkGemini],
    ['icontent', icontent, undefined],
    ['ai-sdk', aiSdk, undefined],
    ['langchain', langchain, undefined],
  ] as const) {
    const encoded = codec.encode(bare);
    const sent = JSON.parse(JSON.stringify(encoded)) as never[];
    const expected = NAMED.has(name) ? bare : nameless(bare);
    if (!isDeepStrictEqual(withoutNative(codec.decode(sent)), expected)) {
      problems.push(`${name}: decoding what was encoded gives other entries`);
    }
    const found = check?.(sent) ?? [];
    if (found.length > 0) problems.push(`${name}: ${JSON.stringify(found[0])}`);
  }
  return problems;
}

/** Entries without what only a codec knows. */
export function withoutNative(history: readonly IContent[]): IContent[] {
  return history.map(({ native: _native, ...entry }) => ({
    ...entry,
    blocks: entry.blocks.map(({ native: _part, ...block }) => block),
  }));
}

/** Entries without the speaker's name, which the others have no place for. */
function nameless(history: readonly IContent[]): IContent[] {
  return history.map(({ metadata, ...entry }) => {
    const { name: _name, ...rest } = metadata ?? {};
    return { ...entry, ...(Object.keys(rest).length > 0 ? { metadata: rest } : {}) };
  });
}
