import { messageParts } from '@palimpsest/originals/recall';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const CALL = '{"type":"tool_call","id":"a","name":"read","parameters":{"path":"a.ts"}}';
const call = { type: 'tool_use', id: 'a', name: 'read', input: { path: 'a.ts' } };

test.each<[string, unknown, readonly string[]]>([
  ['plain text', 'hello', ['hello']],
  [
    'texts in parts',
    {
      role: 'user',
      content: [
        { type: 'text', text: 'a' },
        { type: 'input_text', text: 'b' },
      ],
    },
    ['a\nb'],
  ],
  [
    'an entry with two results',
    {
      speaker: 'tool',
      blocks: [
        { type: 'tool_response', callId: 'a', toolName: 'read', result: { output: 'one' } },
        { type: 'tool_response', callId: 'b', toolName: 'run', result: '', error: 'exit 1' },
      ],
    },
    ['one', 'exit 1'],
  ],
  [
    'a result with a picture in it',
    {
      role: 'tool',
      content: [
        { type: 'text', text: 'said' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
      ],
    },
    ['said\n[image/png, 3 bytes]'],
  ],
  ['half of a character', { role: 'user', content: 'a\ud83d' }, ['a\ufffd']],
  [
    'results of Anthropic before what the person says',
    {
      role: 'user',
      content: [
        { type: 'text', text: 'go on' },
        { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'one' }] },
        { type: 'tool_result', tool_use_id: 'b', content: 'two' },
      ],
    },
    ['one', 'two', 'go on'],
  ],
  [
    'a record of Claude Code',
    { type: 'user', uuid: 'u', message: { role: 'user', content: 'hello' } },
    ['hello'],
  ],
  [
    'words before calls, and no reasoning',
    {
      role: 'assistant',
      content: [{ type: 'thinking', thinking: 'hm' }, call, { type: 'text', text: 'I read.' }],
    },
    [`I read.\n${CALL}`],
  ],
  ['an unknown shape', { kind: 'event', value: 1 }, ['{\n  "kind": "event",\n  "value": 1\n}']],
])('reads %s', (_, message, parts) => {
  expect(messageParts(message)).toEqual(parts);
});

test('replaces media by their size', () => {
  const data = 'A'.repeat(5_000);
  const source = { type: 'base64', media_type: 'image/png', data };
  const [text] = messageParts({ role: 'user', content: [{ type: 'image', source }] });
  expect(text).toContain('"data":"[5000 characters]"');
});

test('returns well-formed text for any value', () => {
  const anything = fc.jsonValue();
  const part = fc.record(
    {
      type: fc.constantFrom('text', 'tool_result', 'tool_response', 'thinking', 'x'),
      text: anything,
      content: anything,
      result: anything,
      error: anything,
    },
    { requiredKeys: [] },
  );
  const message = fc.record(
    {
      role: fc.constantFrom('user', 'tool', 'assistant', 'model', 'toolResult'),
      type: fc.constantFrom('human', 'message', 'function_call_output', 'response_item'),
      speaker: fc.constantFrom('human', 'tool'),
      content: fc.oneof(anything, fc.array(part)),
      blocks: anything,
      message: anything,
      tool_calls: anything,
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(anything, message), (given) => {
      const value: unknown = JSON.parse(JSON.stringify(given));
      const parts = messageParts(value);
      expect(parts.length).toBeGreaterThan(0);
      expect(parts.every((text) => typeof text === 'string' && text.isWellFormed())).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});
