import type { IContent } from '@palimpsest/core-types';
import { findRoleProblems } from '../../src/history/index.ts';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';

const problems = (entries: readonly IContent[]): string[] =>
  [...findRoleProblems(entries)].map(({ rule, index }) => `${index}: ${rule}`);

test.each<[string, IContent[], string[]]>([
  [
    'a tool call first',
    history().call('Read').result('a').build(),
    ['0: starts-with-user', '0: call-follows-user'],
  ],
  [
    'two user messages, the system between them',
    history().human('One.').system('Be brief.').human('Two.').build(),
    ['2: alternation'],
  ],
  ['two model messages', history().human('a').ai('b').ai('c').build(), ['2: alternation']],
  [
    'a call behind a model message',
    history().human('a').ai('b').call('Read').result('c').build(),
    ['2: alternation', '2: call-follows-user'],
  ],
  [
    'a user message behind a result',
    history().human('a').call('Read').result('b').human('c').build(),
    ['3: alternation'],
  ],
])('%s breaks a rule', (_, entries, found) => {
  expect(problems(entries)).toEqual(found);
});

test('treats a user message with tool results as results, and an assistant entry with calls and results as a model turn', () => {
  const [call, response] = history().call('Read').result('a').build() as [IContent, IContent];
  const inUser: IContent = { ...response, speaker: 'human' };
  const ofServer: IContent = { speaker: 'ai', blocks: [...call.blocks, ...response.blocks] };
  const [user] = history().human('Look.').build();
  expect(problems([user!, call, inUser, response, inUser])).toEqual([]);
  expect(problems([user!, ofServer, ofServer])).toEqual(['2: alternation', '2: call-follows-user']);
});
