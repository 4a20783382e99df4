import { expect, test } from 'vitest';
import { createAdapter, type AdapterOptions } from '../src/index.ts';
import { requests } from './agent.ts';

const INGEST = { 'context-limit': 60_000, 'compression.ingestTokens': 300 };

/**
 * Returns the messages an adapter sends for each request of a growing session. Request `at` fails: by an abort if `isGivenUp`, otherwise by
 * an error. The result omits it, unless the adapter recovers.
 */
async function sentAround(at: number, options: AdapterOptions, isGivenUp: boolean) {
  let fails = false;
  const giving = new AbortController();
  const adapter = createAdapter({
    settings: INGEST,
    ...options,
    pinned() {
      if (fails && isGivenUp) giving.abort();
      else if (fails) throw new Error('no');
      return false;
    },
  });
  const sent: (readonly unknown[])[] = [];
  for (const [index, messages] of requests(12).entries()) {
    fails = index === at;
    const request = fails ? { signal: giving.signal } : {};
    const adapted = await adapter.adapt('openai', messages, request).catch(() => undefined);
    if (adapted !== undefined) sent.push(adapted.messages);
  }
  return sent;
}

function expectAppendOnly(sent: readonly (readonly unknown[])[]): void {
  for (const [at, messages] of sent.entries()) {
    const before = sent[at - 1] ?? [];
    expect(messages.slice(0, before.length)).toEqual(before);
  }
}

test.each([true, false])(
  'keeps the sent prefix after a failed request (aborted: %s)',
  async (isGivenUp) => {
    const sent = await sentAround(6, {}, isGivenUp);
    expect(sent).toHaveLength(12);
    expectAppendOnly(sent);
  },
);

test('keeps the sent prefix in the failed request too when `onError` is set', async () => {
  const heard: unknown[] = [];
  const sent = await sentAround(6, { onError: (error) => void heard.push(error) }, false);
  expect(heard).toEqual([new Error('no')]);
  expect(sent).toHaveLength(13);
  expectAppendOnly(sent.slice(0, 7));
  expect(sent[6]!.slice(-2)).toEqual(requests(12)[6]!.slice(-2));
});
