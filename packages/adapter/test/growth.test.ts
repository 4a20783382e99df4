import { expect, test } from 'vitest';
import { estimateEntryTokens } from '@palimpsest/engine/tokens';
import { createAdapter } from '../src/index.ts';
import { session } from './agent.ts';

test('reads and counts each message of a growing session a bounded number of times', async () => {
  let reads = 0;
  let counted = 0;
  const watched = session(300, 3).map((message) => ({
    ...message,
    get content() {
      reads += 1;
      return message.content;
    },
  }));
  const adapter = createAdapter({
    estimateTokens: (entries) => {
      counted += entries.length;
      return estimateEntryTokens(entries);
    },
  });
  for (let length = 1; length <= watched.length; length += 2) {
    await adapter.adapt('openai', watched.slice(0, length));
  }
  expect(reads).toBeLessThan(12 * watched.length);
  expect(counted).toBeLessThan(8 * watched.length);
});
