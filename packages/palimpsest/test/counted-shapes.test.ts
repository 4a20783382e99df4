import { codecs, type FormatName } from '@palimpsest/formats';
import { createExactCounter, estimateEntryTokens } from '@palimpsest/engine/tokens';
import { expect, test } from 'vitest';

const exact = await createExactCounter();

const words = Array.from(
  { length: 400 },
  (_, index) => `Berth ${index * 37} is free until ${index % 24}:00, said the harbour office.`,
).join('\n');
const base64 = Buffer.from(words).toString('base64');
const address = `data:text/plain;base64,${base64}`;

function countOf(format: FormatName, messages: readonly object[]): number {
  return estimateEntryTokens(codecs[format].decode(messages as never[]));
}

const user = (...content: object[]): object[] => [{ role: 'user', content }];
const document = (source: object): object[] => user({ type: 'document', source });
const used = (block: object, result: object): object[] => [
  { role: 'user', content: 'Search.' },
  { role: 'assistant', content: [block, result] },
];

/** Messages that hold `words` once, as text. */
const TEXTS: readonly (readonly [string, FormatName, readonly object[]])[] = [
  ['a text', 'anthropic', user({ type: 'text', text: words })],
  [
    'a text document',
    'anthropic',
    document({ type: 'text', media_type: 'text/plain', data: words }),
  ],
  [
    'a document as base64',
    'anthropic',
    document({ type: 'base64', media_type: 'text/plain', data: base64 }),
  ],
  [
    'a fetched page',
    'anthropic',
    used(
      {
        type: 'server_tool_use',
        id: 's',
        name: 'web_fetch',
        input: { url: 'https://example.org' },
      },
      {
        type: 'web_fetch_tool_result',
        tool_use_id: 's',
        content: {
          type: 'web_fetch_result',
          content: {
            type: 'document',
            source: { type: 'text', media_type: 'text/plain', data: words },
          },
        },
      },
    ),
  ],
  [
    'output of executed code',
    'anthropic',
    used(
      { type: 'server_tool_use', id: 's', name: 'code_execution', input: { code: 'print(1)' } },
      {
        type: 'code_execution_tool_result',
        tool_use_id: 's',
        content: { type: 'code_execution_result', stdout: words, stderr: '', return_code: 0 },
      },
    ),
  ],
  [
    'inline data',
    'gemini',
    [{ role: 'user', parts: [{ inlineData: { mimeType: 'text/plain', data: base64 } }] }],
  ],
  [
    'output of executed code',
    'gemini',
    [
      {
        role: 'model',
        parts: [{ executableCode: { code: '1' } }, { codeExecutionResult: { output: words } }],
      },
    ],
  ],
  ['a file', 'ai-sdk', user({ type: 'file', mediaType: 'text/plain', data: base64 })],
  [
    'a file',
    'openai-responses',
    user({ type: 'input_file', filename: 'a.txt', file_data: address }),
  ],
  [
    'output of an MCP call',
    'openai-responses',
    [{ type: 'mcp_call', id: 'm', server_label: 's', name: 'n', arguments: '{}', output: words }],
  ],
  [
    'a result with a data part',
    'anthropic',
    [
      { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'Read', input: {} }] },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 't',
            content: [
              { type: 'document', source: { type: 'text', media_type: 'text/plain', data: words } },
            ],
          },
        ],
      },
    ],
  ],
];

test.each(TEXTS)('%s (%s) counts as its text', (_, format, messages) => {
  const truth = exact.count(words);
  const counted = countOf(format, messages);
  expect(counted).toBeGreaterThan(0.75 * truth);
  expect(counted).toBeLessThan(1.25 * truth);
});

/** Messages with an encrypted payload. */
const SEALED: readonly (readonly [string, FormatName, (payload: string) => object[]])[] = [
  [
    'reasoning with a summary',
    'openai-responses',
    (payload) => [
      {
        type: 'reasoning',
        id: 'r',
        summary: [{ type: 'summary_text', text: 'Thinking' }],
        encrypted_content: payload,
      },
      { type: 'message', role: 'assistant', content: 'Done.' },
    ],
  ],
  [
    'reasoning without a summary',
    'codex',
    (payload) => [
      {
        type: 'response_item',
        payload: { type: 'reasoning', summary: [], encrypted_content: payload },
      },
    ],
  ],
  [
    'a compaction',
    'openai-responses',
    (payload) => [{ type: 'compaction', id: 'c', encrypted_content: payload }],
  ],
  [
    'reasoning without a text',
    'anthropic',
    (payload) => [
      { role: 'assistant', content: [{ type: 'thinking', thinking: '', signature: payload }] },
    ],
  ],
  [
    'search results',
    'anthropic',
    (payload) =>
      used(
        { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'q' } },
        {
          type: 'web_search_tool_result',
          tool_use_id: 's',
          content: [
            {
              type: 'web_search_result',
              url: 'https://example.org',
              title: 't',
              encrypted_content: payload,
            },
          ],
        },
      ),
  ],
];

test.each(SEALED)('%s (%s) counts by its length', (_, format, messagesOf) => {
  const lengths = [0, 100, 255, 256, 2_000, 30_000, 200_000];
  const counts = lengths.map((length) => countOf(format, messagesOf('Ab3+'.repeat(length / 4))));
  expect(counts).toEqual(counts.toSorted((left, right) => left - right));
  for (const [at, count] of counts.entries()) {
    expect(Math.abs(count - counts[0]! - (lengths[at]! * 3) / 16)).toBeLessThan(40);
  }
});
