import { CompressionProfileNotFoundError } from '@palimpsest/core-types';
import { expect, test } from 'vitest';
import { createProfileResolver } from '../../src/profiles/profile-resolver.ts';
import type { ProfileResolverOptions } from '../../src/profiles/profile-resolver-options.ts';
import { OrchestratorOptionError } from '../../src/orchestrator-option-error.ts';
import { errorOf, host, pool, profile, resolved, session } from './setup.ts';

const { options: found } = host({ cheap: profile('small'), both: pool('failover', 'gone') });
const many = Array.from({ length: 23 }, (_, index) => `p${index}`);

test.each<[string, string, ProfileResolverOptions, string]>([
  ['a profile, with those there are', 'other', found, ': there are "cheap", "both".'],
  ['any', 'other', { ...found, names: () => [] }, ': there are no profiles.'],
  ['a profile among many', 'other', { ...found, names: () => many }, '"p19" and 3 more.'],
  [
    'a profile, where names cannot be had',
    'other',
    {
      ...found,
      names() {
        throw new Error('no disk');
      },
    },
    ': the names there are could not be listed.',
  ],
  ['a list of profiles', 'cheap', { session: () => session }, ': no `profiles` were given.'],
  ['a connection', 'cheap', { ...found, connect: undefined as never }, ': no `connect` was given'],
  ['a provider', 'cheap', { ...found, connect: () => undefined }, 'there is no provider "openai".'],
  ['a member of a load balancer', 'both', found, 'load balancer "both" names it; there are'],
  ['a name', ' ', found, 'the name is blank'],
])('where there is not %s, the error says so', async (_what, name, options, reason) => {
  const given = Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  ) as unknown as ProfileResolverOptions;
  const error = await errorOf(resolved(given, name));
  expect(error).toBeInstanceOf(CompressionProfileNotFoundError);
  expect(error).toMatchObject({
    code: 'PROFILE_NOT_FOUND',
    profile: name === 'both' ? 'gone' : name,
  });
  expect(error.message).toContain(reason);
});

test("the host's own word that there is no such profile or provider is passed on", async () => {
  const own = new CompressionProfileNotFoundError('cheap', 'says the host');
  const fail = (): never => {
    throw own;
  };
  expect(await errorOf(resolved({ ...found, profiles: fail }, 'cheap'))).toBe(own);
  expect(await errorOf(resolved({ ...found, connect: fail }, 'cheap'))).toBe(own);
});

const bad: readonly (readonly [unknown, string])[] = [
  ['{"provider"', 'profiles.x: got a text, accepted is an object.'],
  [[], 'profiles.x: got an array of 0, accepted is an object.'],
  [{ model: 'm' }, 'profiles.x.provider: got undefined, accepted is a name that is not blank.'],
  [{ provider: 'p', model: ' ' }, 'profiles.x.model: got a blank text, accepted is a name'],
  [
    { ...profile('m'), type: 'ensemble' },
    'profiles.x.type: got "ensemble", accepted is "standard"',
  ],
  [{ ...profile('m'), modelParams: 'a=1' }, 'profiles.x.modelParams: got a text, accepted is'],
  [{ ...profile('m'), ephemeralSettings: 5 }, 'profiles.x.ephemeralSettings: got a number,'],
  [profile('m', { 'context-limit': 0 }), 'ephemeralSettings.context-limit: got 0, accepted is'],
  [profile('m', { 'base-url': 5 }), 'ephemeralSettings.base-url: got a number, accepted is'],
  [profile('m', { big: 5n }), 'profiles.x.ephemeralSettings: got a cycle, a big integer'],
  [pool('random', 'a'), 'profiles.x.policy: got "random", accepted is "failover", "roundrobin"'],
  [pool('failover'), 'profiles.x.profiles: got an array of 0, accepted is names of standard'],
  [{ type: 'loadbalancer' }, 'profiles.x.profiles: got undefined, accepted is names of standard'],
  [pool('failover', 'm', ''), 'profiles.x.profiles[1]: got a blank text, accepted is a name'],
  [
    { ...pool('failover', 'm'), ephemeralSettings: { timeout_ms: 2 ** 31 } },
    'accepted is a whole number from 1 to 2147483647.',
  ],
];

test.each(bad)('a profile that cannot be meant is refused: %o', async (given, message) => {
  const error = await errorOf(resolved(host({ x: given, m: profile('m') }).options, 'x'));
  expect(error).toBeInstanceOf(OrchestratorOptionError);
  expect(error['code']).toBe('INVALID_PROFILE');
  expect(error.message).toContain(message);
});

test.each(['failover', 'roundrobin', undefined])(
  'a load balancer (%s) within another is refused, and both are named',
  async (policy) => {
    const { options } = host({ outer: pool(policy, 'inner'), inner: pool('failover', 'a') });
    const error = await errorOf(resolved(options, 'outer'));
    expect(error).toBeInstanceOf(OrchestratorOptionError);
    expect(error.message).toBe(
      'profiles.outer.profiles: got "inner", which is a load balancer itself, accepted is names of standard profiles.',
    );
  },
);

test('a connection that is none is refused', async () => {
  const { options } = host({ cheap: profile('small') });
  const none = { ...options, connect: () => ({ provider: { name: 'x' } }) as never };
  const error = await errorOf(resolved(none, 'cheap'));
  expect(error).toBeInstanceOf(OrchestratorOptionError);
  expect(error.message).toBe(
    'connect: got an object with provider for profile "cheap", accepted is a provider with generateChatCompletion, or an object with such a provider.',
  );
});

test.each([
  [undefined, 'options: got undefined'],
  [{}, 'session: got undefined'],
  [{ session: () => session, profiles: {} }, 'profiles: got an empty object'],
  [{ session: () => session, home: '' }, 'home: got ""'],
])('options that cannot be meant are refused: %o', (options, message) => {
  const open = (): unknown => createProfileResolver(options as never);
  expect(open).toThrow(OrchestratorOptionError);
  expect(open).toThrow(message);
});
