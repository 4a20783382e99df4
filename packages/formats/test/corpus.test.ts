import type { IContent } from '@palimpsest/core-types';
import { describe, expect, test } from 'vitest';
import {
  anthropic,
  checkAnthropic,
  checkGemini,
  checkOpenAI,
  checkOpenAIResponses,
  getCodec,
  detectFormat,
  gemini,
  openai,
  openaiResponses,
  type FormatName,
} from '../src/index.ts';
import { conversations, hasCorpus } from './corpus.ts';
import { nameless, plain } from './expect-history.ts';

const real = conversations();
const ALL = process.env['PALIMPSEST_CORPUS_ALL'] === '1';

describe.skipIf(!hasCorpus)('real conversations', { timeout: 120_000 }, () => {
  test('are there', () => {
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

    test(`survive a trip through ${name}`, () => {
      for (const { id, messages } of real) {
        const history = openai.decode(messages);
        const expected = plain(
          ['openai', 'icontent', 'langchain'].includes(name) ? history : nameless(history),
        );
        // Without `native` nothing but the format itself can carry them.
        const written = codec.encode(plain(history));
        expect({ id, history: plain(codec.decode(written)) }).toEqual({ id, history: expected });
        const again = plain(codec.decode(codec.encode(history)));
        expect({ id, history: again }).toEqual({ id, history: expected });
      }
    });

    test(`come back from ${name} as the same objects`, () => {
      for (const { id, messages } of real) {
        const written = codec.encode(openai.decode(messages));
        const again = codec.encode(codec.decode(written));
        const changed = again.findIndex((message, index) => message !== written[index]);
        expect([id, again.length, changed]).toEqual([id, written.length, -1]);
      }
    });

    test(`come back equal from ${name} when entries were stored as JSON`, () => {
      for (const { id, messages } of real) {
        const written = codec.encode(openai.decode(messages));
        const stored = JSON.parse(JSON.stringify(codec.decode(written)));
        expect({ id, messages: codec.encode(stored) }).toEqual({ id, messages: written });
      }
    });
  }

  test('keep every rule of every provider but the order of turns, which is as recorded', () => {
    for (const { id, messages } of real) {
      const history = openai.decode(messages);
      const problems = [
        ...checkOpenAI(openai.encode(plain(history))),
        ...checkOpenAIResponses(openaiResponses.encode(expressible(plain(history)))),
        ...checkAnthropic(anthropic.encode(history)),
        ...checkGemini(gemini.encode(history)),
      ];
      // In some recordings the model speaks first, or calls in a turn of its own after a text.
      const recorded = new Set(['starts-with-model', 'call-after-model']);
      const others = problems.filter(({ rule }) => !recorded.has(rule));
      expect([id, others]).toEqual([id, []]);
    }
  });

  test('are recognized', () => {
    for (const { id, messages } of real)
      expect([id, detectFormat(messages)]).toEqual([id, 'openai']);
  });
});

/** The Responses API refuses reasoning with nothing of the model behind it, as an aborted answer leaves it. */
function expressible(history: readonly IContent[]): IContent[] {
  return history.filter(({ blocks }) => !blocks.every(({ type }) => type === 'thinking'));
}
