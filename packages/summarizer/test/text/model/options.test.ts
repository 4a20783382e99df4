import { PalimpsestError, OptionError } from '@palimpsest/core-types';
import { llmSummarizer } from '@palimpsest/summarizer';
import { expect, test } from 'vitest';

const generate = async (): Promise<string> => '';

test.each([
  ['generate', undefined],
  ['generate', 'gpt'],
  ['timeoutMs', 0],
  ['timeoutMs', -1],
  ['timeoutMs', Number.NaN],
  ['timeoutMs', Infinity],
  ['timeoutMs', 2_147_483_648],
  ['timeoutMs', '60'],
  ['concurrency', 0],
  ['concurrency', 1.5],
  ['concurrency', Infinity],
  ['cacheSize', -1],
  ['cacheSize', 0.5],
  ['maxTextLength', 0],
  ['maxTextLength', null],
  ['onOutcome', {}],
  ['createNonce', 'n'],
])('%s: %s is refused when it is given', (option, value) => {
  const refused = (): unknown => llmSummarizer({ generate, [option]: value });
  expect(refused).toThrow(OptionError);
  expect(refused).toThrow(PalimpsestError);
  expect(refused).toThrow(
    expect.objectContaining({
      name: 'OptionError',
      code: 'INVALID_OPTION',
      option,
      message: expect.stringMatching(new RegExp(`^${option}: expected an? .+, got .+\\.`)),
    }),
  );
});

test.each([
  ['timeoutMs', 0.5],
  ['timeoutMs', 2_147_483_647],
  ['concurrency', 1],
  ['cacheSize', 0],
  ['maxTextLength', 1],
])('%s: %s is accepted', (option, value) => {
  expect(llmSummarizer({ generate, [option]: value })).toHaveProperty('summarize');
});
