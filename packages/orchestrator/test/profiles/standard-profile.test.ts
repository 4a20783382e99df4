import type { ResolvedModel } from '@palimpsest/core-types';
import { scriptedProvider } from '@palimpsest/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createProfileResolver } from '../../src/profiles/profile-resolver.ts';
import { errorOf, host, profile, resolved, session } from './setup.ts';

test("without a profile it is the session's own model, the very object, and nothing else is looked at", () => {
  const own: ResolvedModel = { provider: session, runtime: { id: 1 } };
  const { options, read, connected } = host({ cheap: profile('small') });
  const resolve = createProfileResolver({ ...options, session: () => own });
  expect(resolve()).toBe(own);
  expect(resolve(undefined)).toBe(own);
  expect([read, connected]).toEqual([[], []]);
  expect(createProfileResolver({ session: () => session })()).toBe(session);
});

test('a profile is connected by the host, with its model and window where the host does not say its own', async () => {
  const { options, providers } = host({ cheap: profile('small', { 'context-limit': 32_000 }) });
  expect(await resolved(options, 'cheap')).toEqual({
    provider: providers['small'],
    model: 'small',
    contextLimit: 32_000,
  });
  const provider = scriptedProvider(['yes']);
  const connect = async () => ({ provider, model: 'small-2026', contextLimit: 8_000, tries: 2 });
  expect(await resolved({ ...options, connect }, 'cheap')).toEqual({
    provider,
    model: 'small-2026',
    contextLimit: 8_000,
    tries: 2,
  });
});

test("a provider with a `provider` of its own is one, and is passed on as the host's", async () => {
  const own = Object.assign(scriptedProvider(['yes']), { provider: 'a name' });
  const { options } = host({ cheap: profile('small') });
  const model = await resolved({ ...options, connect: () => own }, 'cheap');
  expect(model.provider).toBe(own);
});

test('settings are those of the profile alone, frozen all the way down', async () => {
  const given = {
    version: 1,
    provider: 'openai',
    model: 'small',
    modelParams: { temperature: 0, max_tokens: 500, stop: ['a'] },
    ephemeralSettings: {
      'base-url': ' https://example.org/v1 ',
      'context-limit': 9_000,
      'custom-headers': { team: 'x' },
    },
  };
  const { options, connected } = host({ cheap: given });
  await resolved(options, 'cheap');
  const [settings] = connected;
  expect(settings).toEqual({
    profile: 'cheap',
    provider: 'openai',
    model: 'small',
    baseUrl: 'https://example.org/v1',
    contextLimit: 9_000,
    modelParams: { temperature: 0, max_tokens: 500, maxTokens: 500, stop: ['a'] },
    ephemerals: given.ephemeralSettings,
  });
  for (const part of [
    settings,
    settings!.modelParams,
    settings!.modelParams['stop'],
    settings!.ephemerals,
    settings!.ephemerals['custom-headers'],
  ]) {
    expect(Object.isFrozen(part)).toBe(true);
  }
  expect(Object.isFrozen(given.modelParams.stop)).toBe(false);
  given.modelParams.stop.push('b');
  expect(settings!.modelParams['stop']).toEqual(['a']);
});

test('profiles are read at every resolution', async () => {
  const profiles: Record<string, unknown> = { cheap: profile('small') };
  const { options } = host(profiles);
  const resolve = createProfileResolver(options);
  expect(await resolve('cheap')).toMatchObject({ model: 'small' });
  profiles['cheap'] = profile('smaller');
  expect(await resolve('cheap')).toMatchObject({ model: 'smaller' });
  delete profiles['cheap'];
  expect(await errorOf(Promise.resolve(resolve('cheap')))).toMatchObject({
    code: 'PROFILE_NOT_FOUND',
  });
});

test('whatever the parameters: each is there as it was, and under its camelCase name, where that was not taken', async () => {
  const word = fc.stringMatching(/^[a-z][a-z0-9]{0,3}$/);
  const snake = fc.array(word, { minLength: 2, maxLength: 3 }).map((words) => words.join('_'));
  const name = fc.oneof(snake, word, fc.string(), fc.constant('__proto__'));
  const parameters = fc.dictionary(name, fc.jsonValue({ maxDepth: 1 }), { noNullPrototype: true });
  await fc.assert(
    fc.asyncProperty(parameters, async (modelParams) => {
      const given = { provider: 'p', model: 'm', modelParams };
      const { options, connected } = host({ x: given });
      await resolved(options, 'x');
      const plain = JSON.parse(JSON.stringify(modelParams)) as Record<string, unknown>;
      const made = connected[0]!.modelParams;
      for (const [key, value] of Object.entries(plain)) expect(made[key]).toEqual(value);
      for (const key of Object.keys(made)) {
        if (Object.hasOwn(plain, key)) continue;
        const from = Object.keys(plain).filter(
          (one) => one.replaceAll('_', '') === key.toLowerCase(),
        );
        expect(from.some((one) => made[one] === made[key])).toBe(true);
      }
    }),
  );
});

test.each([
  [{ max_tokens: 5 }, { max_tokens: 5, maxTokens: 5 }],
  [
    { max_tokens: 5, maxTokens: 7 },
    { max_tokens: 5, maxTokens: 7 },
  ],
  [
    { maxTokens: 7, max_tokens: 5 },
    { max_tokens: 5, maxTokens: 7 },
  ],
  [
    { top_p: 0.1, _x: 1, MAX_TOKENS: 2 },
    { top_p: 0.1, topP: 0.1, _x: 1, MAX_TOKENS: 2 },
  ],
])('%j is %j', async (modelParams, made) => {
  const { options, connected } = host({ x: { provider: 'p', model: 'm', modelParams } });
  await resolved(options, 'x');
  expect(connected[0]!.modelParams).toEqual(made);
});

test('all there is to know of a provider that cannot be reached is passed on, and whether it passes', async () => {
  const down = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
  const { options } = host({ cheap: profile('small') }, { 'connect small': down });
  expect(await errorOf(resolved(options, 'cheap'))).toMatchObject({
    name: 'ProfileUnavailableError',
    code: 'PROFILE_UNAVAILABLE',
    profile: 'cheap',
    message: 'Compression profile "cheap" could not be connected: socket hang up.',
    isTransient: true,
    cause: down,
  });
});
