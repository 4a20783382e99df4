import { anthropic } from '@palimpsest/formats/anthropic';
import { openai } from '@palimpsest/formats/openai';
import { salience } from '@palimpsest/strategy-salience';
import { topDownTruncation } from '@palimpsest/strategy-top-down-truncation';
import { compress } from 'palimpsest';
import { createCompressor } from 'palimpsest/core';
import { expect, test } from 'vitest';

const messages = Array.from({ length: 20 }, (_, at) => ({
  role: at % 2 === 0 ? 'user' : 'assistant',
  content: `Message ${at}. ${'The queue was looked at and it was long. '.repeat(12)}`,
}));

test('compresses like the function with all strategies', async () => {
  const strategies = [topDownTruncation, salience] as const;
  const compressor = createCompressor({ strategies, codec: openai });
  for (const { name } of strategies) {
    const options = { strategy: name, targetRatio: 0.4 };
    const { messages: made, report } = await compressor(messages, options);
    const whole = await compress(messages, { ...options, format: 'openai' });
    expect(made).toEqual(whole.messages);
    expect(report).toEqual(whole.report);
  }
});

test('the first strategy is the default, and others are unknown', async () => {
  const compressor = createCompressor({ strategies: [topDownTruncation], codec: openai });
  const { report } = await compressor(messages, { targetRatio: 0.4 });
  expect(report.strategy).toBe('top-down-truncation');
  await expect(compressor(messages, { strategy: 'salience' })).rejects.toThrow('salience');
});

test('rejects missing strategies, equal names and what is no codec', () => {
  expect(() => createCompressor({ strategies: [] as never, codec: anthropic })).toThrow(
    'strategies: expected a list with at least one strategy',
  );
  expect(() => createCompressor({ strategies: [salience, salience], codec: anthropic })).toThrow(
    '"salience" is registered here already',
  );
  expect(() => createCompressor({ strategies: [salience], codec: 'pi' as never })).toThrow(
    'codec: expected a codec of @palimpsest/formats',
  );
});
