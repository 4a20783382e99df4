import { describe, expect, test } from 'vitest';
import { conversations, hasCorpus, wantsAll } from '../src/corpus.ts';
import { newlyBroken } from '../src/validity/role-problems.ts';

describe.skipIf(!hasCorpus)(`recorded conversations (${wantsAll ? 'all' : 'the sample'})`, () => {
  test(
    'keep every rule of OpenAI, Anthropic, Gemini and Responses that they kept before',
    { timeout: 3_600_000 },
    async () => {
      const broken: unknown[] = [];
      let count = 0;
      for (const { id, messages } of conversations()) {
        count += 1;
        for (const found of await newlyBroken(messages)) broken.push({ id, ...found });
      }
      expect(broken).toEqual([]);
      expect(count).toBe(wantsAll ? 802 : 29);
    },
  );
});
