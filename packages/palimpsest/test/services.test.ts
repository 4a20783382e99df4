import { memoryOriginals, openOriginals } from '@palimpsest/originals';
import { scriptedProvider } from '@palimpsest/testing';
import { createPalimpsest } from 'palimpsest';
import { expect, test } from 'vitest';

const messages = Array.from({ length: 30 }, (_, at) => ({
  role: at % 2 === 0 ? 'user' : 'assistant',
  content: `Message ${at}. ${'The queue was looked at and it was long. '.repeat(12)}`,
}));

test('originals of the registry keep what is removed', async () => {
  const originals = await openOriginals(memoryOriginals(), { session: 'test' });
  const palimpsest = createPalimpsest({ services: { originals } });
  const { messages: short } = await palimpsest.compress(messages, { targetRatio: 0.3 });
  expect((await originals.restore(short)).messages).toEqual(messages);
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
