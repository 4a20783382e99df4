import { defineStrategy } from '@palimpsest/engine';
import { createPalimpsest } from 'palimpsest';
import { expect, test } from 'vitest';

test('six functions or fewer are between compress() and the decision of a strategy', async () => {
  const palimpsest = createPalimpsest();
  let stack = '';
  palimpsest.registry.register(
    defineStrategy({
      name: 'looking',
      description: 'Looks at its stack.',
      humanText: 'kept',
      plan() {
        const { stackTraceLimit } = Error;
        Error.stackTraceLimit = 100;
        stack = new Error('here').stack ?? '';
        Error.stackTraceLimit = stackTraceLimit;
        return {};
      },
    }),
  );
  const messages = [{ role: 'user', content: 'Look at the queue. '.repeat(40) }];
  await palimpsest.compress(messages, { strategy: 'looking', targetRatio: 0.5 });
  const between = stack.split('\n').filter((line) => /packages\/[a-z-]+\/src\//.test(line));
  expect(between.length).toBeGreaterThan(0);
  expect(between.length).toBeLessThanOrEqual(6);
});
