import { estimateEntryTokens } from '@palimpsest/engine/tokens';
import { openai } from '@palimpsest/formats/openai';
import { expect, test } from 'vitest';
import { createAdapter, type Adapter } from '../src/index.ts';

const log = (name: string): string =>
  Array.from({ length: 200 }, (_, line) => `${name} ${line} took ${line * 7} ms`).join('\n');

/** A conversation in which an agent reads files. */
function conversation(name: string, steps: number): object[] {
  const read = Array.from({ length: steps }, (_, at) => {
    const id = `${name}_${at}`;
    const call = { name: 'read_file', arguments: JSON.stringify({ path: `${name}/${at}.log` }) };
    return [
      { role: 'assistant', content: null, tool_calls: [{ id, type: 'function', function: call }] },
      { role: 'tool', tool_call_id: id, content: log(`${name}-${at}`) },
    ];
  });
  return [{ role: 'user', content: `Read ${name}. Never delete a log.` }, ...read.flat()];
}

const tokensOf = (messages: readonly object[]): number =>
  estimateEntryTokens(openai.decode(messages as never));

function adapterOf(): Adapter {
  const windows: Readonly<Record<string, number>> = { large: 200_000, small: 24_000 };
  return createAdapter({
    contextLimit: (model) => windows[model ?? 'large'],
    settings: { maxOutputTokens: 1_000 },
  });
}

test('a conversation that goes on with a smaller model fits its window, with the demands', async () => {
  const adapter = adapterOf();
  const messages = conversation('main', 24);
  const large = await adapter.adapt<object>('openai', messages, { model: 'large' });
  expect(large.messages).toBe(messages);
  const small = await adapter.adapt<object>('openai', messages, { model: 'small' });
  expect(tokensOf(small.messages)).toBeLessThan(23_000);
  expect(JSON.stringify(small.messages)).toContain('Never delete a log.');
  // Back in the large window, nothing is rewritten again.
  const more = [...messages, ...conversation('more', 1).slice(1)];
  const back = await adapter.adapt<object>('openai', more, { model: 'large' });
  expect(back.messages.slice(0, small.messages.length)).toEqual(small.messages);
});

test('a subagent has its own window and state, and its parent can recall what was taken out of it', async () => {
  const adapter = adapterOf();
  const parent = conversation('main', 4);
  const before = await adapter.adapt<object>('openai', parent, { model: 'large' });
  const sub = await adapter.adapt<object>('openai', conversation('sub', 24), {
    conversation: 'subagent 1',
    model: 'small',
  });
  expect(tokensOf(sub.messages)).toBeLessThan(23_000);
  const goesOn = [...parent, ...conversation('more', 1).slice(1)];
  const after = await adapter.adapt<object>('openai', goesOn, { model: 'large' });
  expect(after.messages.slice(0, before.messages.length)).toEqual(before.messages);
  expect(after.messages).toBe(goesOn);
  const [, id] = /#([\da-f]{8})/.exec(JSON.stringify(sub.messages))!;
  const { text, isError } = await adapter.recall({ id, limit: 200 });
  expect(isError).toBe(false);
  expect(text).toMatch(/sub-\d+ 150 took/);
});
