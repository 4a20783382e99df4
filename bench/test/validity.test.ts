import { expect, test } from 'vitest';
import { hasCorpus } from '../src/corpus.ts';
import { findMethod, OWN_METHOD_NAMES } from '../src/retention/methods.ts';
import { askedHistories } from '../src/validity/asked-histories.ts';
import { problemKinds, PROVIDERS } from '../src/validity/problem-kinds.ts';
import { measureValidity } from '../src/validity/validity-report.ts';
import { call, result, user } from './example-session.ts';

const instructions = { role: 'system', content: 'Be brief.' };

test.each([
  ['whole', [user('go'), call('1', {}), result('1', 'done')], [[], [], []]],
  ['with a call alone', [user('go'), call('1', {}), user('on')], twice('call-without-result')],
  ['with a result alone', [user('go'), result('1', 'done')], twice('result-without-call')],
  [
    'that begins with a call',
    [instructions, call('1', {}), result('1', 'done')],
    [[], ['starts-with-call'], ['starts-with-call']],
  ],
  [
    'that begins with the model',
    [{ role: 'assistant', content: 'Hello.' }, user('go')],
    [[], ['starts-with-model'], ['starts-with-model']],
  ],
  ['without messages', [], twice('no-messages')],
  ['of instructions alone', [instructions], [[], ['no-messages'], ['no-messages']]],
] as const)('a request %s is judged alike or by its provider', (_name, messages, kinds) => {
  expect(PROVIDERS.map((provider) => problemKinds(provider, messages))).toEqual(kinds);
});

function twice(kind: string): readonly string[][] {
  return PROVIDERS.map(() => [kind]);
}

test.skipIf(!hasCorpus)(
  'recorded conversations (the sample) stay valid after our methods',
  async () => {
    const histories = [...askedHistories(false)];
    expect(histories.length).toBeGreaterThan(15);
    const { inputs, rows } = await measureValidity(histories, OWN_METHOD_NAMES.map(findMethod));
    for (const { format, outputs, refused } of rows) {
      expect(outputs).toBe(inputs[format].outputs - inputs[format].refused);
      expect(refused).toBe(0);
    }
  },
);
