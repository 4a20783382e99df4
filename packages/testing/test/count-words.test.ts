import { countTokensByWords, history } from '@palimpsest/testing';
import type { ContentBlock } from '@palimpsest/core-types';
import fc from 'fast-check';
import { expect, test } from 'vitest';

test.each<[string, ContentBlock, number]>([
  ['a text', { type: 'text', text: ' Fix  the\n\ttest ' }, 3],
  ['nothing', { type: 'text', text: ' ' }, 0],
  ['code', { type: 'code', code: 'const a = 1;', language: 'ts' }, 4],
  ['reasoning', { type: 'thinking', thought: 'so it is', signature: 'a b c' }, 3],
  ['a call', { type: 'tool_call', id: 'a b', name: 'Read', parameters: { path: 'a b' } }, 3],
  ['a call with a text', { type: 'tool_call', id: '1', name: 'Run', parameters: 'npm test' }, 3],
  ['a call with nothing', { type: 'tool_call', id: '1', name: 'Run', parameters: undefined }, 1],
  ['a response', { type: 'tool_response', callId: '1', toolName: 'Read', result: 'x y' }, 3],
  [
    'what went wrong',
    {
      type: 'tool_response',
      callId: '1',
      toolName: 'Read',
      result: ['x', 'y z'],
      error: 'no file',
    },
    5,
  ],
  ['media', { type: 'media', mimeType: 'image/png', data: 'a b c', encoding: 'base64' }, 1],
  ['what nobody knows', { type: 'opaque', kind: 'a b' }, 1],
  ['no native', { type: 'text', text: 'a', native: { text: 'b c' } }, 1],
])('%s', (_, block, tokens) => {
  expect(countTokensByWords([{ speaker: 'ai', blocks: [block] }])).toBe(tokens);
});

test('counts each entry separately, without `metadata` and `native`', () => {
  const text = fc.string({ unit: fc.constantFrom('a', ' ', '\n') });
  fc.assert(
    fc.property(text, text, (one, two) => {
      const [first, second] = history().human(one).ai(two).build();
      const kept = { ...second!, metadata: { reason: 'some more words' }, native: { text: 'b c' } };
      expect(countTokensByWords([first!, kept])).toBe(
        countTokensByWords([first!]) + countTokensByWords([second!]),
      );
    }),
  );
  expect(countTokensByWords([])).toBe(0);
});
