import type { Directive } from '@palimpsest/core-types';
import { memoryOriginals, openOriginals } from '@palimpsest/originals';
import { scriptedProvider } from '@palimpsest/testing';
import { createPalimpsest } from 'palimpsest';
import { expect, test } from 'vitest';

const messages = Array.from({ length: 30 }, (_, at) => ({
  role: at % 2 === 0 ? 'user' : 'assistant',
  content: `Message ${at}. ${'The queue was looked at and it was long. '.repeat(12)}`,
}));

test('uses the tokenizer of the registry, or that of the call if it has one', async () => {
  const palimpsest = createPalimpsest({ services: { tokenizer: ({ length }) => length * 10 } });
  const { report } = await palimpsest.compress(messages, { targetRatio: 0.5 });
  expect(report.tokensBefore).toBe(300);
  const own = await palimpsest.compress(messages, {
    targetRatio: 0.5,
    services: { tokenizer: ({ length }) => length },
  });
  expect(own.report.tokensBefore).toBe(30);
});

test('originals of the registry keep what is removed', async () => {
  const originals = await openOriginals(memoryOriginals(), { session: 'test' });
  const palimpsest = createPalimpsest({ services: { originals } });
  const { messages: short } = await palimpsest.compress(messages, { targetRatio: 0.3 });
  expect((await originals.restore(short)).messages).toEqual(messages);
});

/** Finds one directive: any text about the harbour. */
function directives(text: string): Directive[] {
  return text.includes('harbour') ? [{ text, start: 0, end: text.length, level: 'must' }] : [];
}

test('a finder of directives decides what is restated', async () => {
  const said = messages.with(2, { role: 'user', content: 'The harbour is closed on Mondays.' });
  const options = { strategy: 'top-down-truncation', targetRatio: 0.3 };
  const usual = await createPalimpsest().compress(said, options);
  expect(JSON.stringify(usual.messages)).not.toContain('harbour');
  const own = await createPalimpsest({ services: { directives } }).compress(said, options);
  expect(JSON.stringify(own.messages)).toContain('The harbour is closed on Mondays.');
});

test('a call rejects unknown services and services without their methods', async () => {
  const palimpsest = createPalimpsest();
  for (const services of [{ sumarizer: {} }, { dedup: { findDuplicates: 1 } }, { clock: 0 }]) {
    await expect(
      palimpsest.compress(messages, { targetRatio: 0.5, services: services as never }),
    ).rejects.toThrow(/^services/);
  }
});

test('a model gets no text that was not redacted', async () => {
  const model = scriptedProvider(['<state_snapshot>\nThe work went on.\n</state_snapshot>']);
  await createPalimpsest({
    services: { redact: (text) => text.replaceAll('queue', '***') },
  }).compress(messages, {
    strategy: 'one-shot',
    targetRatio: 0.3,
    model,
  });
  expect(model.requests.length).toBeGreaterThan(0);
  expect(JSON.stringify(model.requests)).not.toContain('queue');
});
