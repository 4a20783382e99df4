import { createOpenAI } from '@ai-sdk/openai';
import { OptionError } from '@palimpsest/core-types';
import { fromLanguageModel, type LanguageModel } from '@palimpsest/providers';
import { expect, test } from 'vitest';
import { collect, failureOf } from './collect.ts';
import { KEY, openai } from './protocols.ts';

const model = openai.model('http://localhost:1');

const invalid: readonly [string, unknown, string][] = [
  ['name', '', 'got ""'],
  ['callOptions', [], 'an array'],
  ['timeoutMs', 0, 'got 0'],
  ['timeoutMs', Number.POSITIVE_INFINITY, 'got Infinity'],
  ['timeoutMs', Number.NaN, 'got NaN'],
  ['maxRetries', -1, 'an integer from 0'],
  ['maxRetries', 1.5, 'an integer from 0'],
  ['retryDelayMs', -1, 'got -1'],
  ['maxRetryAfterMs', '5', 'got "5"'],
  ['secrets', KEY, 'not shown'],
  ['secrets', [KEY, ''], 'an array of texts'],
  ['random', 0.5, 'a function'],
  ['apiKey', KEY, 'an unknown option'],
];

test.each(invalid)('rejects %s: %j', (option, value, words) => {
  const create = (): unknown => fromLanguageModel(model, { [option]: value });
  expect(create).toThrow(OptionError);
  expect(create).toThrow(expect.objectContaining({ code: 'BAD_PROVIDER_OPTION', option }) as Error);
  expect(create).toThrow(words);
  expect(create).not.toThrow(KEY);
});

test.each([
  ['a model of `ai` 5', { ...fields('v2') }, 'specificationVersion "v2"'],
  ['a model of a later version', { ...fields('v5') }, 'specificationVersion "v5"'],
  ['the name of a model', 'openai/gpt-5', '"openai/gpt-5"'],
  ['an object of another kind', { specificationVersion: 'v4' }, 'an object with'],
  ['nothing', undefined, 'undefined'],
])('rejects %s', (_name, given, received) => {
  const create = (): unknown => fromLanguageModel(given as LanguageModel);
  expect(create).toThrow(/^model: expected .+, got /);
  expect(create).toThrow(`, got ${received}`);
  expect(create).toThrow('with specificationVersion "v3" or "v4" (`ai` 6 or 7)');
});

function fields(specificationVersion: string): object {
  return { specificationVersion, provider: 'p', modelId: 'm', doStream: () => {} };
}

test('reports that the AI SDK has no API key', async () => {
  const { OPENAI_API_KEY } = process.env;
  delete process.env['OPENAI_API_KEY'];
  try {
    const error = await failureOf(collect(fromLanguageModel(createOpenAI().chat('m'))));
    expect(error).toMatchObject({ code: 'NO_API_KEY', isTransient: false, attempts: 1 });
    expect(error.message).toContain('OPENAI_API_KEY');
  } finally {
    if (OPENAI_API_KEY !== undefined) process.env['OPENAI_API_KEY'] = OPENAI_API_KEY;
  }
});
