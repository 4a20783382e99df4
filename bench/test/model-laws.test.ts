import { describe, expect, test } from 'vitest';
import { hasCorpus, heavyConversations, wantsAll } from '../src/corpus.ts';
import { MODEL_SUBJECTS, modelProblems } from '../src/laws/model-problems.ts';

describe.skipIf(!hasCorpus)(`recorded conversations (${wantsAll ? 'all' : 'the sample'})`, () => {
  test.each(MODEL_SUBJECTS)(
    '$name keeps every law over ten compressions, with a model that forgets as much as it can',
    { timeout: 3_600_000 },
    async (subject) => {
      const broken: Record<string, string[]> = {};
      let compressed = 0;
      for (const conversation of heavyConversations()) {
        const problems = await modelProblems(conversation, subject);
        if (problems !== undefined) compressed += 1;
        if (problems !== undefined && problems.length > 0) broken[conversation.id] = problems;
      }
      expect(broken).toEqual({});
      expect(compressed).toBeGreaterThan(wantsAll ? 600 : 20);
    },
  );
});
