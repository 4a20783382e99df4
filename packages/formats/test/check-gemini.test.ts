import { expect, test } from 'vitest';
import { checkGemini } from '../src/index.ts';
import { geminiRequest, type GeminiContent } from '@palimpsest/formats/gemini';

const user = { role: 'user', parts: [{ text: 'Hi' }] };
const system = { role: 'system', parts: [{ text: 'Be brief' }] };
const call = (...names: string[]): GeminiContent => ({
  role: 'model',
  parts: names.map((name) => ({ functionCall: { name, args: {} } })),
});
const response = (name: string): object => ({
  functionResponse: { name, response: { output: 1 } },
});
const answer = (...parts: object[]): GeminiContent => ({ role: 'user', parts });
const withId = [
  {
    role: 'model',
    parts: [{ functionCall: { id: '1', name: 'f' } }, { functionCall: { id: '1', name: 'f' } }],
  },
  answer(
    { functionResponse: { id: '1', name: 'f', response: {} } },
    { functionResponse: { id: '1', name: 'f', response: {} } },
  ),
];

const cases: readonly (readonly [string, readonly GeminiContent[], readonly string[]])[] = [
  [
    'calls without ids',
    [system, user, call('f', 'g', 'f'), answer(response('f'), response('f'), response('g')), user],
    [],
  ],
  ['calls pending at the end', [user, call('f')], []],
  [
    'a call without a result',
    [user, call('f', 'g'), answer(response('f')), user],
    ['1 call-without-result'],
  ],
  [
    'results spread over contents',
    [user, call('f', 'g'), answer(response('f')), answer(response('g'))],
    ['1 call-without-result', '3 misplaced-result'],
  ],
  ['a result without a call', [user, answer(response('f'))], ['1 result-without-call']],
  [
    'a result that comes twice',
    [user, call('f'), answer(response('f'), response('f'))],
    ['2 duplicate-result'],
  ],
  ['an id that comes twice in a batch', [user, ...withId], ['1 duplicate-call']],
  ['a call that opens', [call('f'), answer(response('f'))], ['0 starts-with-call']],
  ['empty parts', [user, { role: 'model', parts: [] }], ['1 empty-content']],
  ['an instruction between turns', [user, system], ['1 role']],
  ['an unknown role', [user, { role: 'assistant', parts: [{ text: 'x' }] }], ['1 role']],
];
test.each(cases)('reports the expected problems of %s', (_name, contents, expected) => {
  const found = checkGemini(contents).map(({ index, rule }) => `${index} ${rule}`);
  expect(found).toEqual(expected);
});

test('geminiRequest moves leading system messages to the system instruction', () => {
  const { systemInstruction, contents } = geminiRequest([system, system, user, system]);
  expect(systemInstruction).toEqual({ parts: [{ text: 'Be brief' }, { text: 'Be brief' }] });
  expect(contents).toEqual([user, { ...system, role: 'user' }]);
  expect(geminiRequest([user])).toEqual({ contents: [user] });
});
