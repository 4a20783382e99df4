import { isDeepStrictEqual } from 'node:util';
import { checkAnthropic } from '../../formats/test/checker/check-anthropic.ts';
import { recall } from 'palimpsest';
import { expect, test } from 'vitest';
import { createAdapter, type AdapterOptions } from '../src/index.ts';
import { copyOf } from './agent.ts';

const HEADER = 'iVBORw0KGgoAAAANSUhEUgAAA';

/** A screenshot whose base64 has `size` characters. */
function screenshot(at: number, size: number): object {
  const data = `${HEADER}${String(at).padStart(7, 'A')}`.padEnd(size, 'QkFB');
  return { type: 'image', source: { type: 'base64', media_type: 'image/png', data } };
}

/** The requests of an agent in a browser: each has one more screenshot, and the newest one came with a question. */
function requests(count: number, size: number): object[][] {
  const messages: object[] = [
    { role: 'user', content: [{ type: 'text', text: 'What does the page say?' }] },
  ];
  return Array.from({ length: count }, (_, at) => {
    const id = `toolu_${at}`;
    messages.push(
      { role: 'assistant', content: [{ type: 'tool_use', id, name: 'look', input: { at } }] },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: id,
            content: [{ type: 'text', text: `page ${at}` }, screenshot(at, size)],
          },
        ],
      },
    );
    return [...messages];
  });
}

const known = new WeakMap<object, number>();

function bytesOf(messages: readonly object[]): number {
  let sum = 2;
  for (const message of messages) {
    const bytes = known.get(message) ?? JSON.stringify(message).length;
    known.set(message, bytes);
    sum += bytes + 1;
  }
  return sum;
}

function adapterFor(maxBytes: number, options: AdapterOptions = {}) {
  const settings = { 'context-limit': 10_000_000, 'compression.maxRequestBytes': maxBytes };
  return createAdapter({ settings, ...options });
}

test.each([5_000_000])(
  'no request of a session with screenshots exceeds %i bytes, and few change what was sent',
  async (maxBytes) => {
    const adapter = adapterFor(maxBytes);
    let before: readonly object[] = [];
    let changes = 0;
    const size = 400_000;
    const all = requests(60, size);
    for (const messages of all) {
      const { messages: sent } = await adapter.adapt('anthropic', messages);
      expect(bytesOf(sent)).toBeLessThanOrEqual(maxBytes);
      expect(sent.at(-1) === messages.at(-1)).toBe(true);
      const isSame = isDeepStrictEqual(sent.slice(0, before.length), before);
      if (!isSame) changes += 1;
      before = sent;
    }
    expect(checkAnthropic(copyOf(before) as never[])).toEqual([]);
    // A quarter of the limit is free after each change.
    expect(changes).toBeLessThanOrEqual(Math.ceil((60 * size) / (maxBytes / 4)));
    expect(changes).toBeGreaterThan(0);
  },
);

test('a placeholder names a recall id, and the original comes back whole', async () => {
  const adapter = adapterFor(1_000_000);
  const [messages] = requests(6, 200_000).slice(-1);
  const { messages: sent } = await adapter.adapt('anthropic', messages!);
  const found = /\[image\/png[^\]]*#([\da-f]{8}(?:\.\d+)?)\]/.exec(JSON.stringify(sent));
  expect((await recall(await adapter.originals, found![1]!)).kind).toBe('found');
});

const human = (at: number): object => ({
  role: 'user',
  content: [{ type: 'text', text: `photo ${at}` }, screenshot(at, 200_000)],
});

const isPinned = (entry: { readonly blocks: readonly object[] }): boolean =>
  JSON.stringify(entry.blocks).includes('photo 1');

test('an image of a person becomes a placeholder too, and pinned entries stay', async () => {
  const reply = { role: 'assistant', content: [{ type: 'text', text: 'I see.' }] };
  const messages = [0, 1, 2, 3, 4].flatMap((at) => [human(at), reply]).slice(0, -1);
  const { messages: sent } = await adapterFor(1_000_000, { pinned: isPinned }).adapt(
    'anthropic',
    messages,
  );
  const kept = [0, 1, 2, 3, 4].filter((at) => JSON.stringify(sent[2 * at]).includes(HEADER));
  expect(kept).toEqual([1, 4]);
  expect(JSON.stringify(sent[0])).toMatch(/photo 0.*\[image\/png/);
});

test('one image above half of the limit stays while it is the newest', async () => {
  const [messages] = requests(1, 700_000);
  const { messages: sent } = await adapterFor(1_000_000).adapt('anthropic', messages!);
  expect(sent === messages).toBe(true);
});
