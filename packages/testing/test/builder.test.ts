import type { IContent } from '@palimpsest/core-types';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';

const text = (speaker: string, words: string) => ({
  speaker,
  blocks: [{ type: 'text', text: words }],
});

test('adds entries in order', () => {
  expect(history().system('a').human('b').ai('c').build()).toEqual([
    text('system', 'a'),
    text('human', 'b'),
    text('ai', 'c'),
  ]);
});

test('assigns a result to the oldest pending call', () => {
  const [, first, second] = history()
    .calls(['Read', { path: 'a' }], ['Bash'])
    .result('1')
    .result(undefined, 'denied')
    .build();
  expect(first).toEqual({
    speaker: 'tool',
    blocks: [{ type: 'tool_response', callId: 'call-1', toolName: 'Read', result: '1' }],
  });
  expect(second!.blocks).toEqual([
    {
      type: 'tool_response',
      callId: 'call-2',
      toolName: 'Bash',
      result: undefined,
      error: 'denied',
    },
  ]);
});

test('results of several calls form one entry', () => {
  const [, answers] = history().calls(['Read'], ['Read']).results('1', '2').build();
  expect(answers!.blocks).toMatchObject([
    { callId: 'call-1', result: '1' },
    { callId: 'call-2', result: '2' },
  ]);
});

test('a call can have its own id and reasoning before it', () => {
  const [entry] = history().call('Read', { path: 'a' }, { id: '0', thought: 'hm' }).build();
  expect(entry).toEqual({
    speaker: 'ai',
    blocks: [
      { type: 'thinking', thought: 'hm' },
      { type: 'tool_call', id: '0', name: 'Read', parameters: { path: 'a' } },
    ],
  });
});

test('rejects a result without a pending call', () => {
  expect(() => history().result('x')).toThrow(
    'result: expected a pending call, got none. Add one with call() or calls() first.',
  );
  expect(() => history().call('Read').results('1', '2')).toThrow('expected a pending call');
});

const build = (): IContent[] => history().human('x').call('Read').result('1').build();

test('equal calls build equal, independent histories', () => {
  expect(build()).toEqual(build());
  const builder = history().human('x');
  const before = builder.build();
  const own: IContent = { speaker: 'ai', blocks: [{ type: 'opaque', kind: 'y' }] };
  expect(builder.entry(own).build()[1]).toBe(own);
  expect(before).toHaveLength(1);
});
