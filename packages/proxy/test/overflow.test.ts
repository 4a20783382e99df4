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
  [
    'OpenRouter, whose sum has the output',
    {
      error: {
        message:
          "This endpoint's maximum context length is 262144 tokens. However, you requested about 266324 tokens (4180 of text input, 262144 in the output).",
      },
    },
    { sent: 4180, limit: 262144 },
  ],
  [
    'OpenRouter without an output',
    'maximum context length is 32768 tokens. However, you requested about 36397 tokens (36397 of text input).',
    { sent: 36397, limit: 32768 },
  ],
  [
    'servers that say the sum as OpenAI did',
    "This model's maximum context length is 16384 tokens. However, you requested 122946 tokens (112946 in the messages, 10000 in the completion).",
    { sent: 112946, limit: 16384 },
  ],
  [
    'vLLM',
    "This model's maximum context length is 32768 tokens. However, your request has 40000 input tokens.",
    { sent: 40000, limit: 32768 },
  ],
  [
    'a newer vLLM',
    "You passed 31745 input tokens and requested 1024 output tokens. However, the model's context length is only 32768 tokens, resulting in a maximum input length of 31744 tokens.",
    { sent: 31745, limit: 32768 },
  ],
  [
    'xAI',
    "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
    { sent: 537812, limit: 131072 },
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
