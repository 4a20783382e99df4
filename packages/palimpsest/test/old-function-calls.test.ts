import { checkOpenAI } from '../../formats/test/checker/check-openai.ts';
import type { OpenAIMessage } from '@palimpsest/formats/openai';
import { memoryOriginals, openOriginals } from '@palimpsest/originals';
import { expect, test } from 'vitest';
import { compress } from '../src/index.ts';

/** The deprecated calls of chat completions: neither `function_call` nor the `function` message has an id. */
const call = (name: string) => ({
  role: 'assistant',
  content: null,
  function_call: { name, arguments: '{}' },
});
const result = (name: string, content: string) => ({ role: 'function', name, content });
const log = Array.from({ length: 80 }, (_, at) => `line ${at} of module-${at * 7} ok`).join('\n');

test('an interrupted function call gets a function message', async () => {
  const given = [
    { role: 'user', content: 'Look.' },
    call('ls'),
    result('ls', 'a.ts'),
    call('make'),
    { role: 'user', content: 'Wait.' },
  ];
  const { messages } = await compress(given, { targetTokens: 100_000 });
  expect(messages[4]).toEqual({
    role: 'function',
    name: 'make',
    content: expect.stringContaining('Interrupted') as string,
  });
  expect(messages.toSpliced(4, 1)).toEqual(given);
});

test.each(['salience', 'high-density', 'extractive', 'top-down-truncation'])(
  '%s keeps old function calls and their results together',
  async (strategy) => {
    const names = ['one', 'two', 'three', 'four'];
    const given: OpenAIMessage[] = [
      { role: 'user', content: 'Look.' },
      ...names.flatMap((name) => [call(name), result(name, log)]),
    ];
    const session = { session: 's' };
    const originals = await openOriginals(memoryOriginals({ maxBytes: 1e6 }), session);
    const first = await compress(given, { targetTokens: 500, strategy, originals });
    expect(first.report.kind).toBe('applied');
    expect(checkOpenAI(first.messages)).toEqual([]);
    for (const [at, message] of first.messages.entries()) {
      expect(message).not.toHaveProperty('tool_call_id');
      if (message.role !== 'function') continue;
      expect(first.messages[at - 1]).toEqual(call(String(message.name)));
    }
    const again = await compress(first.messages, { targetTokens: 500, strategy });
    expect(again.messages).toEqual(first.messages);
    expect((await originals.restore([...first.messages])).messages).toEqual(given);
  },
);
