import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createExactCounter, estimateTokens } from '../../src/tokens/index.ts';
import { SAMPLES } from './samples.ts';

const exact = await createExactCounter();

test.each(SAMPLES)('the estimate of %s is close to the exact count', (_, text, bound) => {
  const truth = exact.count(text);
  expect(Math.abs(estimateTokens(text) - truth) / truth).toBeLessThan(bound);
});

const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme-composite' }));

test('appending text never lowers the estimate', () => {
  fc.assert(
    fc.property(anyText, anyText, (text, more) => {
      expect(estimateTokens(text + more)).toBeGreaterThanOrEqual(estimateTokens(text));
    }),
  );
});

test('two texts with a line break between them count as much as both, within a few tokens', () => {
  fc.assert(
    fc.property(anyText, anyText, (text, more) => {
      const together = estimateTokens(`${text}\n${more}`);
      expect(Math.abs(together - estimateTokens(text) - estimateTokens(more))).toBeLessThanOrEqual(
        3,
      );
    }),
  );
});

/** Recorded transcripts, if available. */
const SAMPLE = new URL('../../../../../shared/corpus/sample.jsonl.gz', import.meta.url);

test.skipIf(!existsSync(SAMPLE))('the mean error for recorded transcripts is below 12 %', () => {
  const errors = new Map<string, number[]>();
  for (const line of gunzipSync(readFileSync(SAMPLE)).toString().split('\n')) {
    if (line === '') continue;
    const { source, messages } = JSON.parse(line) as Conversation;
    const texts = messages.flatMap(({ content, tool_calls = [] }) => [
      content ?? '',
      ...tool_calls.map((call) => call.function.arguments),
    ]);
    for (let text = texts.join('\n'); text !== ''; text = text.slice(6_000)) {
      const piece = text.slice(0, 6_000);
      const truth = exact.count(piece);
      const error = Math.abs(estimateTokens(piece) - truth) / truth;
      errors.set(source, [...(errors.get(source) ?? []), error]);
    }
  }
  const means = [...errors].map(
    ([source, found]) =>
      [source, found.reduce((sum, error) => sum + error, 0) / found.length] as const,
  );
  expect(means.length).toBeGreaterThan(0);
  expect(means.filter(([, mean]) => mean > 0.12)).toEqual([]);
});

interface Conversation {
  readonly source: string;
  readonly messages: readonly {
    readonly content: string | null;
    readonly tool_calls?: readonly { readonly function: { readonly arguments: string } }[];
  }[];
}
