import { describe, expect, test } from 'vitest';
import { hasCorpus, HEAVY_COUNT, heavyConversations, wantsAll } from '../src/corpus.ts';
import { STRATEGY_NAMES } from '../src/strategies.ts';
import { originalsProblems } from '../src/laws/originals-problems.ts';

describe.skipIf(!hasCorpus)(`recorded conversations (${wantsAll ? 'all' : 'the sample'})`, () => {
  test.each(STRATEGY_NAMES)(
    '%s: the originals are restored byte for byte over three rounds',
    { timeout: 3_600_000 },
    async (strategy) => {
      const broken: Record<string, readonly string[]> = {};
      let count = 0;
      let kept = 0;
      for (const conversation of heavyConversations()) {
        count += 1;
        const { problems, compressions } = await originalsProblems(conversation, strategy);
        kept += compressions;
        if (problems.length > 0) broken[conversation.id] = problems;
      }
      expect(count).toBe(HEAVY_COUNT);
      expect(broken).toEqual({});
      expect(kept).toBeGreaterThan(count);
    },
  );
});

test('accepts that three rounds leave less than one round that misses the target', async () => {
  const request = `Run the tests:\n\n${'a.ts:76: cannot use this name here\n'.repeat(9)}b.ts:9: an`;
  const call = {
    id: '1',
    type: 'function',
    function: { name: 'Read', arguments: '{"file_path":"a"}' },
  };
  const messages = [
    { role: 'user', content: request },
    { role: 'user', content: request },
    { role: 'assistant', content: `I look at it. ${'And so on. '.repeat(9)}`, tool_calls: [call] },
  ];
  const conversation = { id: 'missed', source: 'test', messages: messages as never };
  expect((await originalsProblems(conversation, 'salience')).problems).toEqual([]);
});
