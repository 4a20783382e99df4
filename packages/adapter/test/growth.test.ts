import { expect, test } from 'vitest';
import { estimateEntryTokens } from '@palimpsest/engine/tokens';
import { createAdapter } from '../src/index.ts';
import { session } from './agent.ts';

test('counts each message object of a growing session a bounded number of times', async () => {
  let counted = 0;
  const messages = session(100, 3);
  const adapter = createAdapter({
    estimateTokens: (entries) => {
      counted += entries.length;
      return estimateEntryTokens(entries);
    },
  });
  for (let length = 1; length <= messages.length; length += 2)
    await adapter.adapt('openai', messages.slice(0, length));
  expect(counted).toBeLessThan(8 * messages.length);
});
