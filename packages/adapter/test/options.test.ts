import { OptionError } from '@palimpsest/core-types';
import { openai, type OpenAIMessage } from '@palimpsest/formats/openai';
import type { Codec } from '@palimpsest/formats';
import { expect, test } from 'vitest';
import { createAdapter } from '../src/index.ts';
import { session, SMALL } from './agent.ts';

const wrong: [string, object, string][] = [
  ['when', { when: 'never' }, 'ingest, turn-boundary, every-call'],
  ['thinking', { thinking: 'keep' }, 'drop-after-edit, provider-drop, keep-append-only'],
  ['settings', { settings: 5 }, 'an object of settings'],
  ['contextLimit', { contextLimit: 0 }, 'a whole number of at least 1'],
  ['onError', { onError: true }, 'a function'],
  ['registry', { registry: {} }, 'createPalimpsest().registry'],
  ['originals', { originals: 'here' }, 'openOriginals()'],
  ['session', { session: { id: 's' } }, 'memorySessions()'],
  ['options', { whenn: 'ingest' }, 'when, thinking'],
];

test.each(wrong)('rejects an invalid value of %s at construction', (option, given, expected) => {
  const create = () => createAdapter(given);
  expect(create).toThrow(OptionError);
  expect(create).toThrow(new RegExp(`${option}: expected .+, got .+\\.`));
  expect(create).toThrow(expected);
});

test('rejects an invalid setting at construction', () => {
  expect(() => createAdapter({ settings: { 'compression-threshold': 7 } })).toThrow(
    'compression-threshold',
  );
});

test('rejects an unknown format and lists the known ones', async () => {
  await expect(createAdapter().adapt('cobol' as 'openai', [])).rejects.toThrow(
    /format: expected one of openai, .+, got "cobol"\./,
  );
});

test.each(['claude-code', 'codex'] as const)('rejects session logs: %s', async (format) => {
  await expect(createAdapter().adapt(format, [])).rejects.toThrow(
    new RegExp(`format: expected one of openai, .+, got "${format}"`),
  );
});

test('accepts a codec instead of a format name', async () => {
  const messages = session(14);
  const written = new Set<unknown>();
  const codec: Codec<OpenAIMessage> = {
    ...openai,
    encode(history) {
      const encoded = openai.encode(history);
      for (const message of encoded) written.add(message);
      return encoded;
    },
  };
  const { messages: sent } = await createAdapter(SMALL).adapt(codec, messages);
  expect(sent).toEqual((await createAdapter(SMALL).adapt('openai', messages)).messages);
  expect(sent).not.toEqual(messages);
  for (const message of sent) expect(written).toContain(message);
});

test('rejects a codec of an unknown format, and `null`', async () => {
  const codec = { ...openai, name: 'cobol' as 'openai' };
  await expect(createAdapter().adapt(codec, [])).rejects.toThrow(
    /format: expected one of openai, .+, got "cobol"\./,
  );
  await expect(createAdapter().adapt(null as never, [])).rejects.toThrow(
    /format: expected one of .+, got null\./,
  );
});

test('calls the `settings` function before each request', async () => {
  let limit = 100_000;
  const adapter = createAdapter({ settings: () => ({ 'context-limit': limit }) });
  const messages = session(16);
  expect((await adapter.adapt('openai', messages)).messages).toBe(messages);
  limit = 6_000;
  expect((await adapter.adapt('openai', messages)).messages).not.toBe(messages);
});

test('uses a context limit per model, and calls `onPrepared` with each outcome', async () => {
  const told: string[] = [];
  const adapter = createAdapter({
    contextLimit: (model) => (model === 'small' ? 6_000 : undefined),
    onPrepared: ({ kind }, { model, messagesBefore }) =>
      told.push(`${model}: ${kind} of ${messagesBefore}`),
  });
  const messages = session(16);
  await adapter.adapt('openai', messages, { model: 'large' });
  await adapter.adapt('openai', messages, { model: 'small' });
  expect(told).toEqual(['large: unchanged of 33', expect.stringMatching(/^small: \w+ of 33$/)]);
  expect(told[1]).not.toContain('unchanged');
});

test('corrects the estimate of the next request by the reported token usage', async () => {
  const adapter = createAdapter(SMALL);
  const messages = session(4);
  const { outcome, report } = await adapter.adapt('openai', messages);
  const promptTokens = 2 * outcome!.tokensAfter;
  report({ promptTokens, completionTokens: 1, totalTokens: promptTokens + 1 });
  const next = await adapter.adapt('openai', session(5));
  expect(next.outcome!.tokensBefore).toBeGreaterThan(outcome!.tokensBefore * 1.5);
});

test('rejects an aborted request with its abort reason, even when `onError` is set', async () => {
  const adapter = createAdapter({ ...SMALL, onError: () => {} });
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(adapter.adapt('openai', session(16), { signal })).rejects.toThrow('enough');
  const { messages: sent } = await adapter.adapt('openai', session(16));
  expect(sent).toEqual((await createAdapter(SMALL).adapt('openai', session(16))).messages);
});

test('rejects a message with an unknown role, or returns it unchanged when `onError` is set', async () => {
  const messages = [{ role: 'oracle', content: 'soon' }];
  await expect(createAdapter().adapt('openai', messages)).rejects.toThrow('oracle');
  const heard: unknown[] = [];
  const adapter = createAdapter({ onError: (error) => heard.push(error) });
  expect((await adapter.adapt('openai', messages)).messages).toBe(messages);
  expect(String(heard)).toContain('oracle');
});
