import type { ResultToReduce } from '@palimpsest/core-types';
import { createStrategy } from '@palimpsest/engine';
import { countTokensByCharacters } from '@palimpsest/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reduceText, salience } from '../src/index.ts';

const log = [
  ...Array.from({ length: 200 }, (_, at) => `step ${at}: nothing to report`),
  'Error: gate_91 has no tariff',
  ...Array.from({ length: 200 }, (_, at) => `step ${200 + at}: nothing to report`),
  'exit code 1',
].join('\n');
const tokensOf = (text: string): number =>
  countTokensByCharacters([
    {
      speaker: 'tool',
      blocks: [{ type: 'tool_response', callId: 'a', toolName: 'a', result: text }],
    },
  ]);

function resultOf(id: string, result: string): ResultToReduce {
  return {
    call: { type: 'tool_call', id, name: 'bash', parameters: { command: 'make' } },
    response: { type: 'tool_response', callId: id, toolName: 'bash', result },
  };
}

test('a text is reduced to the lines that say something, within its tokens', async () => {
  const reduced = await reduceText(log, {
    maxTokens: 100,
    estimateTokens: countTokensByCharacters,
  });
  expect(reduced).toContain('Error: gate_91 has no tariff');
  expect(tokensOf(reduced) - tokensOf('')).toBeLessThanOrEqual(100);
});

test.each([
  ['an odd line of any length', `${log}\n${'gate '.repeat(400)}`],
  ['a line that the call names', `${log}\nmake ${'gate '.repeat(400)}`],
])('%s does not exceed the limit', async (_, text) => {
  const reduced = await reduceText(text, {
    maxTokens: 600,
    estimateTokens: countTokensByCharacters,
  });
  expect(tokensOf(reduced) - tokensOf('')).toBeLessThanOrEqual(600);
});

test('several results are within the limit of all, each with its odd line', async () => {
  const results = ['a', 'b', 'c', 'd'].map((id) => resultOf(id, log));
  const limits = { maxTokens: 300, estimateTokens: countTokensByCharacters };
  const reduced = await createStrategy(salience).reduceResults!(results, limits);
  const texts = reduced.map(({ result }) => String(result));
  const entries = reduced.map((block) => ({ speaker: 'tool', blocks: [block] }) as const);
  expect(countTokensByCharacters(entries)).toBeLessThanOrEqual(300);
  for (const text of texts) expect(text).toContain('Error: gate_91 has no tariff');
});

test('a text that fits stays', async () => {
  const limits = { maxTokens: 10_000, estimateTokens: countTokensByCharacters };
  expect(await reduceText(log, limits)).toBe(log);
});

test('a reduced text is never longer, and reducing it again changes nothing', async () => {
  const line = fc.constantFrom(
    'ok',
    'Error: no tariff',
    'src/gate.ts:91',
    '{"a": 1}',
    '',
    'x'.repeat(90),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 60 }), fc.nat(200), async (lines, maxTokens) => {
      const text = lines.join('\n');
      const limits = { maxTokens, estimateTokens: countTokensByCharacters };
      const reduced = await reduceText(text, limits);
      expect(reduced.length).toBeLessThanOrEqual(text.length);
      expect((await reduceText(reduced, limits)).length).toBeLessThanOrEqual(reduced.length);
    }),
    { numRuns: 200 },
  );
});

test('results are reduced together and returned in order; those that stay are the same objects', async () => {
  const results = [resultOf('1', log), resultOf('1', 'done'), resultOf('2', log)];
  const limits = { maxTokens: 300, estimateTokens: countTokensByCharacters };
  const reduced = await createStrategy(salience).reduceResults!(results, limits);
  expect(reduced.map(({ callId }) => callId)).toEqual(['1', '1', '2']);
  expect(reduced[1]).toBe(results[1]!.response);
  const sum = reduced.reduce((tokens, { result }) => tokens + tokensOf(String(result)), 0);
  expect(sum).toBeLessThanOrEqual(300);
  expect(JSON.stringify(reduced)).toContain('gate_91');
});
