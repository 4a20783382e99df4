import { memoryOriginals, openOriginals } from '@palimpsest/originals';
import { createPalimpsest } from 'palimpsest';
import { describe, expect, test } from 'vitest';
import { conversations, hasCorpus, wantsAll, type Conversation } from '../src/corpus.ts';

const palimpsest = createPalimpsest();
const strategies = palimpsest.registry.plugins().map(({ name }) => name);

/** Compresses what is there in three rounds, a third of the conversation each, and gives back all of it in the end. */
async function problemsOf(
  { id, messages }: Conversation,
  strategy: string,
): Promise<{ readonly problems: string[]; readonly compressions: number }> {
  const originals = await openOriginals(memoryOriginals({ maxBytes: 1e9 }), { session: id });
  const problems: string[] = [];
  let current: unknown[] = [];
  let given = 0;
  for (const round of [1, 2, 3]) {
    const end = Math.ceil((messages.length * round) / 3);
    const before = [...current, ...messages.slice(given, end)];
    given = end;
    const options = { strategy, targetRatio: 0.5, originals };
    const { messages: after } = await palimpsest.compress(before, options);
    // As another process would read it.
    current = JSON.parse(JSON.stringify(after)) as unknown[];
    const restored = await originals.restore(current);
    if (restored.missing.length > 0) {
      problems.push(`round ${round}: missing ${JSON.stringify(restored.missing[0])}`);
    }
    const expected = JSON.stringify(messages.slice(0, given));
    if (JSON.stringify(restored.messages) !== expected) {
      problems.push(`round ${round}: other messages came back`);
    }
  }
  return { problems, compressions: originals.list().length };
}

describe.skipIf(!hasCorpus)(`recorded conversations (${wantsAll ? 'all' : 'the sample'})`, () => {
  test.each(strategies)(
    'what %s takes out of them comes back byte for byte, over three rounds',
    { timeout: 3_600_000 },
    async (strategy) => {
      const broken: Record<string, string[]> = {};
      let count = 0;
      let kept = 0;
      for (const conversation of conversations()) {
        count += 1;
        const { problems, compressions } = await problemsOf(conversation, strategy);
        kept += compressions;
        if (problems.length > 0) broken[conversation.id] = problems;
      }
      expect(count).toBe(wantsAll ? 802 : 29);
      expect(broken).toEqual({});
      expect(kept).toBeGreaterThan(count);
    },
  );
});
