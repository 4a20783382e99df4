import { describe, expect, test } from 'vitest';
import { hasCorpus, HEAVY_COUNT, heavyConversations, wantsAll } from '../src/corpus.ts';
import { lawProblems } from '../src/laws/law-problems.ts';
import { SUBJECTS } from '../src/laws/subjects.ts';

describe.skipIf(!hasCorpus)(`recorded conversations (${wantsAll ? 'all' : 'the sample'})`, () => {
  test.each(SUBJECTS)(
    '$name keeps every law on each conversation',
    { timeout: 3_600_000 },
    async (subject) => {
      const broken: Record<string, string[]> = {};
      let count = 0;
      for (const conversation of heavyConversations()) {
        count += 1;
        const problems = await lawProblems(conversation, subject);
        if (problems.length > 0) broken[conversation.id] = problems;
      }
      expect(count).toBe(HEAVY_COUNT);
      expect(broken).toEqual({});
    },
  );
});
