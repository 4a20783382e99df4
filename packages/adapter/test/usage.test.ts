import { geminiUsageStats } from '@palimpsest/adapter';
import { expect, test } from 'vitest';

test('a Gemini count that is not a whole number of at least 0 counts as absent', () => {
  const usage = { promptTokenCount: 10, candidatesTokenCount: '5', thoughtsTokenCount: -1 };
  expect(
    geminiUsageStats({ ...usage, toolUsePromptTokenCount: 1.5, totalTokenCount: NaN }),
  ).toEqual({
    promptTokens: 10,
    completionTokens: 0,
    totalTokens: 10,
    cachedTokens: 0,
    reasoningTokens: 0,
    toolTokens: 0,
  });
  expect(geminiUsageStats({ promptTokenCount: -1 })).toBeUndefined();
});
