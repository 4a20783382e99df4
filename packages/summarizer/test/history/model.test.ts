import {
  CompressionStrategyError,
  PromptResolutionError,
  UnknownStrategyError,
  type ModelProvider,
  type SettingValues,
} from '@palimpsest/core-types';
import { scriptedProvider, testContext, type TestContextOptions } from '@palimpsest/testing';
import { describe, expect, test } from 'vitest';
import { createStrategy } from '@palimpsest/engine';
import { defineSummaryStrategy } from '../../src/history.ts';
import { SNAPSHOT_PROMPT } from '../../src/history/build-request.ts';
import { attempt, snapshotOf, turns, type SummaryOptions } from './compressed.ts';
import { framedRequest } from './framed-request.ts';

const TALK = turns(12);

/** Returns the names of the called models, and the fields of each request except contents and signal. */
async function asked(
  options: SummaryOptions | undefined,
  context: TestContextOptions = {},
): Promise<{ readonly name: string; readonly request: Readonly<Record<string, unknown>> }[]> {
  seen.length = 0;
  await attempt(TALK, undefined, {
    ...context,
    options: { model: undefined, ...options } as never,
  });
  return [...seen];
}

const seen: { readonly name: string; readonly request: Readonly<Record<string, unknown>> }[] = [];

function named(name: string): ModelProvider {
  return {
    name,
    async *generateChatCompletion({ contents: _contents, signal: _signal, ...request }) {
      seen.push({ name, request });
      yield { speaker: 'ai', blocks: [{ type: 'text', text: snapshotOf('A') }] };
    },
  };
}

describe('the model that is asked', () => {
  const byProfile = (profile: string | undefined): ModelProvider => named(profile ?? 'session');

  test.each<[string, SummaryOptions, TestContextOptions, string]>([
    ['is the provider that was given', { model: named('own') }, {}, 'own'],
    [
      'is one with what is known of it',
      { model: { provider: named('own'), model: 'own-1' } },
      {},
      'own',
    ],
    ['is resolved at once', { model: byProfile }, {}, 'session'],
    ['is resolved later', { model: async (profile) => byProfile(profile) }, {}, 'session'],
    [
      'is the one of the context, before any',
      { model: named('own') },
      { resolveProvider: () => named('host') },
      'host',
    ],
    [
      'is resolved for the profile',
      { model: byProfile },
      { ephemerals: { compressionProfile: () => 'small' } },
      'small',
    ],
    [
      'is resolved by the context for the profile',
      {},
      {
        resolveProvider: async (profile) => byProfile(profile),
        ephemerals: { compressionProfile: () => 'small' },
      },
      'small',
    ],
  ])('%s', async (_, options, context, name) => {
    expect((await asked(options, context)).map((call) => call.name)).toEqual([name]);
  });

  test('receives all its options and the profile', async () => {
    const model = { provider: named('own'), model: 'own-1', maxOutputTokens: 9, region: 'north' };
    const [call] = await asked({ model }, { ephemerals: { compressionProfile: () => 'small' } });
    expect(call!.request).toEqual({
      model: 'own-1',
      maxOutputTokens: 9,
      region: 'north',
      profile: 'small',
    });
  });

  test.each<[string, SummaryOptions, TestContextOptions]>([
    ['nobody named one', {}, {}],
    ['who resolves answers none', { model: () => undefined as never }, {}],
    [
      'who resolves answers something else',
      {},
      { resolveProvider: () => ({ name: 'x' }) as never },
    ],
    [
      'the context resolves none, and an option would',
      { model: named('own') },
      { resolveProvider: () => null as never },
    ],
  ])('is missing when %s', async (_, options, context) => {
    const error: unknown = await asked(options, context).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(CompressionStrategyError);
    expect(error).toMatchObject({ code: 'NO_MODEL', strategy: 'test' });
    expect(String(error)).toContain('resolveProvider');
    expect(seen).toEqual([]);
  });
});

describe('services and settings', () => {
  test.each([0, 2 ** 31, 'soon'])(
    'an invalid time limit is rejected when it is read: %s',
    async (timeoutMs) => {
      await expect(asked({ model: named('own'), timeoutMs })).rejects.toThrow(
        /^compression\.summary\.timeoutMs: expected .+, got .+\.$/,
      );
    },
  );
});

describe('the prompt', () => {
  test('is the built-in prompt when the host has none', async () => {
    expect(await rulesFor({})).toContain(SNAPSHOT_PROMPT);
    expect(await rulesFor({ resolvePrompt: () => undefined })).toContain(SNAPSHOT_PROMPT);
  });

  test('of a host replaces the built-in prompt, between the rules and the list of quotations', async () => {
    const rules = await rulesFor({
      resolvePrompt: async () => 'Write a haiku.',
      activeTodos: 'Count',
    });
    expect(rules).toMatch(
      /^You write the memory[^]*\n\nWrite a haiku\.\n\nThe quotation "todos" is/,
    );
    expect(rules).not.toContain(SNAPSHOT_PROMPT);
  });

  test.each([null, 5, {}])('is rejected if it is not a string: %j', async (prompt) => {
    await expect(rulesFor({ resolvePrompt: () => prompt as never })).rejects.toMatchObject({
      code: 'PROMPT_RESOLUTION_FAILED',
    });
  });

  test('is rejected if it is blank; an error of its resolver is passed through', async () => {
    await expect(rulesFor({ resolvePrompt: () => ' \n' })).rejects.toBeInstanceOf(
      PromptResolutionError,
    );
    const error = new PromptResolutionError('compression', 'the disk is gone');
    await expect(rulesFor({ resolvePrompt: () => Promise.reject(error) })).rejects.toBe(error);
  });
});

describe('the reducer', () => {
  const long = { model: { provider: named('own'), contextLimit: 100 } };

  /** Returns the names of strategies that were looked up, with the given settings. */
  async function lookedUp(settings: SettingValues, call: SettingValues = {}): Promise<string[]> {
    const names: string[] = [];
    const strategy = createStrategy(
      defineSummaryStrategy({
        name: 'test',
        description: 'Summarizes.',
        split: () => ({ top: 1, bottom: 10 }),
      }),
      {
        ...long,
        settings: () => settings,
        strategy(name) {
          names.push(name);
          throw new UnknownStrategyError(name);
        },
      },
    );
    await strategy.compress(testContext(TALK, { settings: call })).catch(() => undefined);
    return names;
  }

  test('is `salience` unless the settings name another; settings of the call come first', async () => {
    const reduceWith = 'compression.summary.reduceWith';
    expect(await lookedUp({})).toEqual(['salience']);
    expect(await lookedUp({ [reduceWith]: 'extractive' })).toEqual(['extractive']);
    expect(await lookedUp({ [reduceWith]: 'extractive' }, { [reduceWith]: 'none' })).toEqual([]);
  });
});

test.each<[string, TestContextOptions]>([
  ['a model', { resolveProvider: () => new Promise<never>(() => undefined) }],
  ['a prompt', { resolvePrompt: () => new Promise<never>(() => undefined) }],
])('a host that never resolves %s is abandoned when it aborts', async (_, context) => {
  const stop = new AbortController();
  const result = attempt(TALK, undefined, { ...context, signal: stop.signal });
  stop.abort('enough');
  await expect(result).rejects.toBe('enough');
});

test.each([[[null]], [[{ content: 5 }]], [{ content: 'x' }], [7]])(
  'todos of another form are rejected: %j',
  async (activeTodos) => {
    const given = { activeTodos: activeTodos as never };
    await expect(attempt(TALK, undefined, given)).rejects.toMatchObject({
      name: 'OptionError',
      message: expect.stringContaining('activeTodos'),
    });
  },
);

test('an unknown reducer of the settings is rejected, a missing default one is ignored', async () => {
  const plugin = defineSummaryStrategy({
    name: 'test',
    description: 'Summarizes.',
    split: () => ({ top: 1, bottom: 10 }),
  });
  const compressWith = (settings: SettingValues) =>
    createStrategy(plugin, {
      model: { provider: named('own'), contextLimit: 1_000 },
      settings: () => settings,
    }).compress(testContext(turns(12, 200)));
  await expect(compressWith({ 'compression.summary.reduceWith': 'nope' })).rejects.toMatchObject({
    code: 'UNKNOWN_STRATEGY',
  });
  expect((await compressWith({})).kind).toBe('applied');
});

/** Returns the text of the first entry of the request. */
async function rulesFor(context: TestContextOptions, model?: string): Promise<string> {
  const provider = scriptedProvider([snapshotOf('A')]);
  await attempt(TALK, undefined, {
    ...context,
    options: { model: { provider, ...(model === undefined ? {} : { model }) } },
  });
  return framedRequest(provider.requests[0]!.contents).rules;
}
