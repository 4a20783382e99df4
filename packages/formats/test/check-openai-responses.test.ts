import { expect, test } from 'vitest';
import { checkOpenAIResponses } from '../src/index.ts';
import type { OpenAIResponsesItem } from '@palimpsest/formats/openai-responses';

const user = { role: 'user', content: 'Hi' };
const call = { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' };
const output = { type: 'function_call_output', call_id: 'a', output: 'x' };
const thought = { type: 'reasoning', id: 'rs', summary: [] };
const answer = { role: 'assistant', content: 'Done' };

const cases: readonly (readonly [
  string,
  readonly OpenAIResponsesItem[],
  readonly (readonly [number, string])[],
])[] = [
  ['a whole exchange', [user, thought, call, output, answer], []],
  ['an output far behind its call', [call, user, output], []],
  ['a call that waits', [user, call], []],
  ['a call without output', [user, call, user], [[1, 'call-without-result']]],
  [
    'a call without output, and the model goes on',
    [call, { ...call, call_id: 'b' }, output, thought, answer],
    [[1, 'call-without-result']],
  ],
  ['an output without call', [user, output], [[1, 'result-without-call']]],
  ['a second output', [call, output, output], [[2, 'duplicate-result']]],
  ['a call under the same id', [call, call, output, output], [[1, 'duplicate-call']]],
  ['a thought at the end', [user, thought], [[1, 'reasoning-without-follower']]],
  ['a thought before a person', [thought, user], [[0, 'reasoning-without-follower']]],
  ['a thought before an output', [call, thought, output], [[1, 'reasoning-without-follower']]],
  ['a message that says nothing', [{ role: 'user', content: [] }], [[0, 'empty-content']]],
  ['a role of another provider', [{ role: 'model', content: 'x' }], [[0, 'role']]],
];

test.each(cases)('reports the expected problems of %s', (_name, items, expected) => {
  expect(checkOpenAIResponses(items).map(({ index, rule }) => [index, rule])).toEqual(expected);
});
