import { expect, test } from 'vitest';
import { readOverflow } from '../src/overflow.ts';

const LLAMA = {
  code: 400,
  message: 'the request exceeds the available context size, try increasing it',
  type: 'exceed_context_size_error',
};

test.each([
  ['llama.cpp without counts', { error: LLAMA }, {}],
  [
    'llama.cpp with fields of counts',
    { error: { ...LLAMA, n_prompt_tokens: 1407, n_ctx: 256 } },
    { sent: 1407, limit: 256 },
  ],
  [
    'llama.cpp with fields of counts in another order',
    { error: { n_ctx: 256, n_prompt_tokens: 1407, ...LLAMA } },
    { sent: 1407, limit: 256 },
  ],
  [
    'llama.cpp with counts in its message',
    {
      error: {
        message:
          'request (4390 tokens) exceeds the available context size (4096 tokens), try increasing it',
      },
    },
    { sent: 4390, limit: 4096 },
  ],
  ['Bedrock', { message: 'Input is too long for requested model.' }, {}],
  [
    'Anthropic',
    { error: { message: 'prompt is too long: 5 tokens > 4 maximum' } },
    { sent: 5, limit: 4 },
  ],
  ['a gateway that says only the limit', 'maximum context length is 4096 tokens', { limit: 4096 }],
])('reads the error of %s', (_, body, overflow) => {
  expect(readOverflow(400, JSON.stringify(body))).toEqual(overflow);
});

test('leaves other errors alone', () => {
  expect(readOverflow(400, JSON.stringify({ error: { message: 'tools: not allowed' } }))).toBe(
    undefined,
  );
  expect(readOverflow(500, JSON.stringify({ error: LLAMA }))).toBe(undefined);
});
