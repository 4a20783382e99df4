import { expect, onTestFinished, test, vi } from 'vitest';
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

test('the bytes of an event in many chunks are copied once', async () => {
  const copy = vi.spyOn(Uint8Array.prototype, 'set');
  onTestFinished(() => copy.mockRestore());
  const event = Buffer.from(`data: ${'A'.repeat(1_000_000)}\n\n`);
  expect(await eventsIn(event, 1_000)).toEqual([event.toString()]);
  const copied = copy.mock.calls.reduce((sum, [bytes]) => sum + bytes.length, 0);
  expect(copied).toBeLessThanOrEqual(event.length);
});
