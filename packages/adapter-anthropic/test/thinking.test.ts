import type { AdapterOptions } from '@palimpsest/adapter';
import { memoryOriginals, openOriginals } from '@palimpsest/originals';
import { memorySessions } from '@palimpsest/originals/sessions';
import { describe, expect, test } from 'vitest';
import { SETTINGS, SMALL, STEPS } from './agent.ts';
import { EACH, run } from './run.ts';
import type { SentBody } from './scripted-api.ts';

// The scripted API binds reasoning as the newest models do: it rejects a thinking block when a message before it has changed, unless the
// request asks it to drop such blocks.

const thinking = { thinking: { type: 'adaptive' } };
const sizeOf = ({ messages }: SentBody): number => JSON.stringify(messages).length;
const hasThinking = ({ messages }: SentBody): boolean =>
  JSON.stringify(messages).includes('"thinking"');

test('the scripted API rejects a compression that ignores signed reasoning', async () => {
  const settings = { ...SETTINGS, 'compression.boundThinking': 'none' };
  await expect(run({ ...SMALL, settings }, EACH[0], thinking)).rejects.toThrow(
    'bound to a different conversation',
  );
});

test.each(EACH)(
  'SDK %i, drop-after-edit (default): the API accepts every request and drops no reasoning itself (streamed: %s)',
  async (version, isStreamed) => {
    const { sent, dropped, messages } = await run(SMALL, [version, isStreamed], thinking);
    expect(sent).toHaveLength(STEPS + 2);
    expect(dropped).toEqual([]);
    expect(Math.max(...sent.map(sizeOf))).toBeLessThan(JSON.stringify(messages).length / 2);
    expect(sent.some(hasThinking)).toBe(true);
  },
);

test.each(EACH)(
  'SDK %i, provider-drop: requests ask the API to drop reasoning, and it does (streamed: %s)',
  async (version, isStreamed) => {
    const { sent, dropped, messages } = await run(
      { ...SMALL, thinking: 'provider-drop' },
      [version, isStreamed],
      thinking,
    );
    expect(sent).toHaveLength(STEPS + 2);
    expect(dropped).not.toEqual([]);
    expect(Math.max(...sent.map(sizeOf))).toBeLessThan(JSON.stringify(messages).length / 2);
    for (const body of sent) {
      expect(body.thinking).toEqual({
        type: 'adaptive',
        block_binding: { prefix_mismatch_behavior: 'drop_block' },
      });
    }
  },
);

test.each(EACH)(
  'SDK %i, keep-append-only: keeps all sent messages and all reasoning (streamed: %s)',
  async (version, isStreamed) => {
    const options: AdapterOptions = {
      thinking: 'keep-append-only',
      settings: { ...SETTINGS, 'compression.ingestTokens': 200 },
    };
    const { sent, dropped, messages } = await run(options, [version, isStreamed], thinking);
    expect(sent).toHaveLength(STEPS + 2);
    expect(dropped).toEqual([]);
    for (const [at, body] of sent.entries()) {
      const before = sent[at - 1]?.messages ?? [];
      expect(body.messages.slice(0, before.length)).toEqual(before);
    }
    expect(JSON.stringify(sent.at(-1)!.messages).match(/"thinking":/g)).toHaveLength(STEPS + 1);
    expect(sizeOf(sent.at(-1)!)).toBeLessThan(JSON.stringify(messages).length / 2);
  },
);

const INGEST: AdapterOptions = { settings: { ...SETTINGS, 'compression.ingestTokens': 200 } };
const stored = (options: AdapterOptions): AdapterOptions => {
  const session = { id: 'one', store: memorySessions() };
  const originals = openOriginals(memoryOriginals(), { session: 'one' });
  return { ...options, session, originals };
};

describe('each request in a new process, in a stored session', () => {
  test.each([
    ['drop-after-edit', SMALL],
    ['drop-after-edit, new results', INGEST],
    ['keep-append-only', { ...INGEST, thinking: 'keep-append-only' }],
  ] as const)(
    '%s: the API receives the same requests as from one process, accepts them and drops nothing',
    async (_, options) => {
      const one = await run(options, EACH[0], thinking);
      const { sent, dropped } = await run(stored(options), EACH[0], thinking, true);
      expect(dropped).toEqual([]);
      expect(sent.map(({ messages }) => messages)).toEqual(
        one.sent.map(({ messages }) => messages),
      );
      expect(sent.some(hasThinking)).toBe(true);
    },
  );
});

test('the API rejects a request of a new process without a stored session', async () => {
  await expect(run(INGEST, EACH[0], thinking, true)).rejects.toThrow(
    'bound to a different conversation',
  );
});
