import { describe, expect, test } from 'vitest';
import { hasCorpus, HEAVY_COUNT, heavyConversations, wantsAll } from '../src/corpus.ts';
import { messageProblems } from '../src/fuzz/message-problems.ts';
import { OWN_METHOD_NAMES } from '../src/retention/methods.ts';

const RATIOS = [0.7, 0.5, 0.25, 0.1];

describe.skipIf(!hasCorpus)(`recorded conversations (${wantsAll ? 'all' : 'the sample'})`, () => {
  test.each(OWN_METHOD_NAMES)(
    '%s keeps every guarantee of `compress` on each conversation',
    { timeout: 3_600_000 },
    async (strategy) => {
      const broken: Record<string, readonly object[]> = {};
      let count = 0;
      for (const { id, messages } of heavyConversations()) {
        count += 1;
        for (const targetRatio of RATIOS) {
          const problems = await messageProblems({
            given: { messages, isCareless: false },
            format: 'openai',
            namesFormat: true,
            strategy,
            target: { targetRatio },
            settings: {},
            keepsOriginals: targetRatio === 0.5,
            answer: 'summary',
          });
          if (problems.length > 0) broken[`${id} at ${targetRatio}`] = problems;
        }
      }
      expect(count).toBe(HEAVY_COUNT);
      expect(broken).toEqual({});
    },
  );
});
