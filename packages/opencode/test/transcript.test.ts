import { expect, test } from 'vitest';
import type { Part, ToolState } from '../src/opencode-types.ts';
import { toTranscript } from '../src/transcript.ts';
import { answer, ask } from './sessions.ts';

const call = (state: ToolState): Part => ({
  id: 'p',
  type: 'tool',
  tool: 'bash',
  callID: 'c',
  state,
});

function resultsOf(state: ToolState) {
  const [, result] = toTranscript([answer('m', [call(state)])]);
  const { content, isError } = result!;
  return [content[0]!.text, isError];
}

test('a call and its result are two messages', () => {
  const state = { status: 'completed', input: { command: 'ls' }, output: 'a.txt' } as const;
  expect(toTranscript([ask('q', 'List.'), answer('m', [call(state)])])).toEqual([
    {
      role: 'user',
      messageID: 'q',
      content: [{ type: 'text', text: 'List.', partID: 'q-text' }],
    },
    {
      role: 'assistant',
      messageID: 'm',
      content: [
        { type: 'toolCall', id: 'c', name: 'bash', arguments: { command: 'ls' }, partID: 'p' },
      ],
    },
    {
      role: 'toolResult',
      messageID: 'm',
      partID: 'p',
      toolCallId: 'c',
      toolName: 'bash',
      isError: false,
      content: [{ type: 'text', text: 'a.txt' }],
    },
  ]);
});

test('results are what opencode sends: also of pruned, failed and interrupted calls', () => {
  const input = {};
  const completed = { status: 'completed', input, output: 'long' } as const;
  expect(resultsOf({ ...completed, time: { compacted: 1 } })).toEqual([
    '[Old tool result content cleared]',
    false,
  ]);
  expect(resultsOf({ status: 'error', input, error: 'No such file' })).toEqual([
    'No such file',
    true,
  ]);
  const metadata = { interrupted: true, output: 'so far' };
  expect(resultsOf({ status: 'error', input, error: 'aborted', metadata })).toEqual([
    'so far',
    true,
  ]);
  expect(resultsOf({ status: 'running', input })).toEqual([
    '[Tool execution was interrupted]',
    true,
  ]);
});

test('leaves out what opencode does not send', () => {
  const failed = answer('failed', [{ id: 'f', type: 'text', text: 'Half an' }]);
  const messages = [
    {
      ...ask('q', 'Look.'),
      parts: [
        { id: 'a', type: 'text', text: 'Shown only.', ignored: true },
        { id: 'b', type: 'file', mime: 'text/plain', url: 'file:///a.txt' },
        { id: 'c', type: 'text', text: '' },
      ],
    },
    { ...failed, info: { ...failed.info, error: { name: 'APIError' } } },
    answer('steps', [{ id: 'd', type: 'step-start' }]),
  ];
  expect(toTranscript(messages)).toEqual([]);
  const stopped = { ...failed, info: { ...failed.info, error: { name: 'MessageAbortedError' } } };
  expect(toTranscript([stopped])).toHaveLength(1);
});

test('images are media, and files that are not text are opaque', () => {
  const url = 'data:image/png;base64,aaaa';
  const parts = [
    { id: 'i', type: 'file', mime: 'image/png', url },
    { id: 'f', type: 'file', mime: 'application/pdf', url: 'data:application/pdf;base64,bbbb' },
    { id: 'k', type: 'compaction' },
  ];
  const [message] = toTranscript([{ ...ask('q', ''), parts }]);
  expect(message!.content).toEqual([
    { type: 'image', data: 'aaaa', mimeType: 'image/png', partID: 'i' },
    { type: 'file', partID: 'f' },
    { type: 'text', text: 'What did we do so far?', partID: 'k' },
  ]);
});
