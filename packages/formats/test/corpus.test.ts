import type { IContent } from '@palimpsest/core-types';
import { describe, expect, test } from 'vitest';
import { anthropic } from '@palimpsest/formats/anthropic';
import { getCodec, detectFormat, type FormatName } from '../src/index.ts';
import { checkAnthropic } from './checker/check-anthropic.ts';
import { checkGemini } from './checker/check-gemini.ts';
import { checkOpenAIResponses } from './checker/check-openai-responses.ts';
import { checkOpenAI } from './checker/check-openai.ts';
import { gemini } from '@palimpsest/formats/gemini';
import { openai } from '@palimpsest/formats/openai';
import { openaiResponses } from '@palimpsest/formats/openai-responses';
import { conversations, hasCorpus } from './corpus.ts';
import { nameless, plain } from './expect-history.ts';

const real = conversations();
const ALL = process.env['PALIMPSEST_CORPUS_ALL'] === '1';

describe.skipIf(!hasCorpus)('recorded conversations', { timeout: 300_000 }, () => {
  test('exist, at least in the expected number', () => {
    expect(real.length).toBeGreaterThanOrEqual(ALL ? 802 : 29);
  });

  for (const name of [
    'openai',
    'openai-responses',
    'openai-agents',
    'anthropic',
    'gemini',
    'genkit',
    'pi',
    'icontent',
    'ai-sdk',
    'langchain',
  ] as const satisfies FormatName[]) {
    const codec = getCodec(name);

    test(`are equal after encoding to ${name} and decoding`, () => {
      for (const { id, messages } of real) {
        const history = openai.decode(messages);
        const expected = plain(
          ['openai', 'icontent', 'langchain'].includes(name) ? history : nameless(history),
        );
        // Without `native`, only the written messages carry the content.
        const written = codec.encode(plain(history));
        expect({ id, history: plain(codec.decode(written)) }).toEqual({ id, history: expected });
        const again = plain(codec.decode(codec.encode(history)));
        expect({ id, history: again }).toEqual({ id, history: expected });
      }
    });

    test(`are returned from ${name} as the same objects`, () => {
      for (const { id, messages } of real) {
        const written = codec.encode(openai.decode(messages));
        const again = codec.encode(codec.decode(written));
        const changed = again.findIndex((message, index) => message !== written[index]);
        expect([id, again.length, changed]).toEqual([id, written.length, -1]);
      }
    });
  }

  test('violate no provider rule except those on the order of turns', () => {
    for (const { id, messages } of real) {
      const history = openai.decode(messages);
      const problems = [
        ...checkOpenAI(openai.encode(plain(history))),
        ...checkOpenAIResponses(openaiResponses.encode(expressible(plain(history)))),
        ...checkAnthropic(anthropic.encode(history)),
        ...checkGemini(gemini.encode(history)),
      ];
      // Some recordings start with an assistant message, or have a call after one.
      const recorded = new Set(['starts-with-model', 'call-after-model']);
      const others = problems.filter(({ rule }) => !recorded.has(rule));
      expect([id, others]).toEqual([id, []]);
    }
  });

  test('are detected as OpenAI messages', () => {
    for (const { id, messages } of real)
      expect([id, detectFormat(messages)]).toEqual([id, 'openai']);
  });
});

/**
 * Removes entries with only reasoning. An aborted response leaves such entries, and the Responses API rejects reasoning without a following
 * model item.
 */
function expressible(history: readonly IContent[]): IContent[] {
  return history.filter(({ blocks }) => !blocks.every(({ type }) => type === 'thinking'));
}
