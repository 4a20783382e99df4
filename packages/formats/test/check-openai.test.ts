import { expect, test } from 'vitest';
import { checkOpenAI } from '../src/index.ts';
import type { OpenAIMessage } from '@palimpsest/formats/openai';

const user = { role: 'user', content: 'Hi' };
const call = (...ids: string[]): OpenAIMessage => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => ({
    id,
    type: 'function',
    function: { name: 'f', arguments: '{}' },
  })),
});
const tool = (id: string): OpenAIMessage => ({ role: 'tool', tool_call_id: id, content: 'ok' });

const cases: readonly (readonly [string, readonly OpenAIMessage[], readonly string[]])[] = [
  ['a parallel batch', [user, call('a', 'b'), tool('b'), tool('a'), user], []],
  ['ids that repeat from turn to turn', [user, call('a'), tool('a'), call('a'), tool('a')], []],
  ['calls pending at the end', [user, call('a', 'b'), tool('a')], []],
  ['a call without a result', [user, call('a', 'b'), tool('a'), user], ['1 call-without-result']],
  [
    'a call behind an open call',
    [user, call('a'), call('b'), tool('b')],
    ['1 call-without-result'],
  ],
  ['a result without a call', [user, tool('a')], ['1 result-without-call']],
  [
    'a result behind a user message',
    [user, call('a'), user, tool('a')],
    ['1 call-without-result', '3 misplaced-result'],
  ],
  ['a result that comes twice', [user, call('a'), tool('a'), tool('a')], ['3 duplicate-result']],
  [
    'an id that comes twice in a batch',
    [user, call('a', 'a'), tool('a'), tool('a')],
    ['1 duplicate-call'],
  ],
  ['a call that opens', [call('a'), tool('a')], ['0 starts-with-call']],
  [
    'a message that says nothing',
    [user, { role: 'assistant', content: null }],
    ['1 empty-content'],
  ],
  ['an unknown role', [user, { role: 'model', content: 'x' }], ['1 role']],
];
test.each(cases)('reports the expected problems of %s', (_name, messages, expected) => {
  const found = checkOpenAI(messages).map(({ index, rule }) => `${index} ${rule}`);
  expect(found).toEqual(expected);
});
