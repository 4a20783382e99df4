import { compress } from '../src/index.ts';
import { expect, test } from 'vitest';

const call = (id: string, args: string): object => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name: 'write', arguments: args } }],
});
const result = (id: string, content: string): object => ({
  role: 'tool',
  tool_call_id: id,
  content,
});

test('the size before is that of the given messages, and results that a repair removes are lost', async () => {
  const lost = result('nowhere', 'word '.repeat(500));
  const messages = [{ role: 'user', content: 'Go.' }, lost, { role: 'user', content: 'And now?' }];
  const { report } = await compress(messages, { targetTokens: 10_000 });
  expect(report.tokensBefore).toBeGreaterThan(400);
  expect(report.tokensAfter).toBeLessThan(50);
  expect(report.dropped).toEqual({ toolResults: 1 });
});

test('unfinished arguments of a call are reported, and stay', async () => {
  const messages = [
    { role: 'user', content: 'Go.' },
    call('a', '{"path": "a.ts", "content": "unfinis'),
    result('a', 'no'),
    call('b', 'free text for a tool'),
    result('b', 'yes'),
    { role: 'user', content: 'And now?' },
  ];
  const { report, messages: after } = await compress(messages, { targetTokens: 10_000 });
  expect(after).toEqual(messages);
  expect(report.repaired).toEqual([
    {
      kind: 'unfinished-arguments',
      index: 1,
      detail: 'the arguments of write (a) are unfinished JSON and stay as they are',
    },
  ]);
});

test('the error for messages of an unknown format names the role that it does not know', async () => {
  const messages = [
    { role: 'user', content: 'Go.' },
    { role: 'robot', content: 'Yes.' },
  ];
  await expect(compress(messages, { targetTokens: 10 })).rejects.toThrow('role "robot"');
});
