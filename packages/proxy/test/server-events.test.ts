import { expect, test, vi } from 'vitest';
import { readServerEvents } from '../src/recall/server-events.ts';

/** Returns the events of a body that arrives in chunks of one size. */
async function eventsIn(bytes: Uint8Array, size: number): Promise<readonly string[]> {
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const events: string[] = [];
  for await (const event of readServerEvents(chunks())) {
    events.push(Buffer.from(event.bytes).toString());
  }
  return events;
}

test.each([1, 2, 3, 5, 100])('events are the same in chunks of %i bytes', async (size) => {
  const events = [
    'event: a\ndata: {"text":"é"}\n\n',
    ': comment\r\n\r\n',
    'data: 1\r\ndata: 2\n\r\n',
    'data: a\r\rb\n\n',
    '\n\n',
    'data: cut off\n',
  ];
  expect(await eventsIn(Buffer.from(events.join('')), size)).toEqual(events);
});

test.each([100, 1_000])(
  'each byte of an event of %i chunks is copied at most twice',
  async (count) => {
    const size = 1_000;
    const bytes = Buffer.from(`data: {"a":"${'x'.repeat(size * count)}"}\n\n`);
    const set = vi.spyOn(Uint8Array.prototype, 'set');
    try {
      expect(await eventsIn(bytes, size)).toHaveLength(1);
      const copied = set.mock.calls.reduce((sum, [source]) => sum + source.length, 0);
      expect(copied).toBeLessThan(2.1 * bytes.length);
    } finally {
      set.mockRestore();
    }
  },
);
