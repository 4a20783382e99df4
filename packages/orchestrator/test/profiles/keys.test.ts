import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { createProfileResolver } from '../../src/profiles/profile-resolver.ts';
import type { KeySources } from '../../src/profiles/profile-resolver-options.ts';
import { answerOf, errorOf, host, pool, profile, resolved } from './setup.ts';

const KEY = 'sk-"very secret+';
const DIRECT = { 'auth-key': ` ${KEY} ` };
const NAMED = { 'auth-key-name': 'work' };
const FILE = { 'auth-keyfile': '~/.keys/openai' };

const sources: KeySources = {
  namedKey: async (name) => `the key named ${name}`,
  readKeyFile: (path) => `\nthe key in ${path}\n`,
  home: '/home/me/',
};

async function keyOf(settings: object, given: KeySources = sources): Promise<string | undefined> {
  const { options, connected } = host({ x: profile('m', { ...settings }) }, {}, given);
  await resolved(options, 'x');
  return connected[0]!.apiKey;
}

test.each([
  ['its own before any other', { ...FILE, ...NAMED, ...DIRECT }, KEY],
  ['a named one before one in a file', { ...FILE, ...NAMED }, 'the key named work'],
  ['one in a file, trimmed, at home', FILE, 'the key in /home/me/.keys/openai'],
  ['one in a file, elsewhere', { 'auth-keyfile': '/k/~/a' }, 'the key in /k/~/a'],
  ['none', {}, undefined],
  [
    'none, where all that may name one is blank',
    { 'auth-key': '', 'auth-keyfile': ' ' },
    undefined,
  ],
  ['the next, where one is blank', { 'auth-key': ' ', ...NAMED }, 'the key named work'],
])('the key of a profile: %s', async (_what, settings, key) => {
  expect(await keyOf(settings)).toBe(key);
});

test('a root folder as home is one too', async () => {
  expect(await keyOf(FILE, { ...sources, home: '/' })).toBe('the key in /.keys/openai');
});

const lost = (): never => {
  throw Object.assign(new Error(`found ${KEY}, and lost it`), { code: 'ENOENT' });
};

test.each<[object, KeySources, string]>([
  [
    FILE,
    { ...sources, readKeyFile: () => ' \n' },
    'auth-keyfile: got the file "/home/me/.keys/openai", which holds a blank text, accepted is',
  ],
  [FILE, { ...sources, readKeyFile: () => undefined }, '.keys/openai", which there is not'],
  [FILE, { ...sources, readKeyFile: lost }, 'which could not be read (ENOENT), accepted is'],
  [
    FILE,
    { readKeyFile: () => KEY },
    'got "~/.keys/openai", accepted is a whole path, where `home`',
  ],
  [FILE, { home: '/h' }, 'accepted is none, where `readKeyFile` is not given'],
  [NAMED, { ...sources, namedKey: () => undefined }, 'got the key "work", which there is not'],
  [NAMED, { ...sources, namedKey: () => '' }, 'which holds a blank text'],
  [NAMED, { ...sources, namedKey: lost }, 'got the key "work", which could not be read (ENOENT)'],
  [NAMED, {}, 'accepted is none, where `namedKey` is not given'],
  [{ 'auth-key': 123_456 }, {}, 'ephemeralSettings.auth-key: got a number, accepted is a text'],
])('a key that cannot be had is an error: %j', async (settings, given, message) => {
  const error = await errorOf(keyOf(settings, given));
  expect(error).toMatchObject({ name: 'OrchestratorOptionError', code: 'INVALID_PROFILE' });
  expect(error.message).toContain(message);
  expect(error.message).toContain('profiles.x.ephemeralSettings.auth-key');
  expect(inspect(error)).not.toMatch(/very secret|123456/);
});

const shown = (value: unknown): string =>
  `${inspect(value, { depth: 9 })} ${JSON.stringify(value)} ${inspect(Object.entries(value ?? {}))}`;

test('a key is printed by nothing that is handed out', async () => {
  const profiles = {
    a: profile('a', DIRECT),
    b: profile('b', { 'auth-key': 'another very secret one' }),
    one: pool('failover', 'a', 'b'),
    other: pool('roundrobin', 'a', 'b'),
  };
  const { options, connected } = host(profiles);
  const resolve = createProfileResolver(options);
  for (const name of Object.keys(profiles)) {
    expect(shown(await resolve(name))).not.toContain('very secret');
  }
  expect(shown(resolve)).not.toContain('very secret');
  expect(shown(connected)).not.toContain('very secret');
  expect(connected.map(({ apiKey }) => apiKey)).toContain(KEY);
});

/** As clients throw it: with what they sent, and in their own words. */
const leaking = (): Error =>
  Object.assign(new Error(`401 for ${KEY} or ${encodeURIComponent(KEY)}`), {
    status: 503,
    retryAfterMs: 40,
    config: { headers: [JSON.stringify({ authorization: KEY })] },
  });

test('nor by the error of a host that shows it, which says as much as it can without it', async () => {
  const profiles = {
    a: profile('a', DIRECT),
    b: profile('b', DIRECT),
    all: pool('failover', 'a', 'b'),
  };
  const { options } = host(profiles, { 'connect a': leaking(), b: leaking() });
  const alone = await errorOf(resolved(options, 'a'));
  expect(alone.message).toBe(
    'Compression profile "a" could not be connected: 401 for [redacted] or [redacted].',
  );
  expect(alone['isTransient']).toBe(true);
  const together = await errorOf(
    resolved(options, 'all').then(async (model) => await answerOf(model)),
  );
  expect(together).toMatchObject({ name: 'FailoverError', isTransient: true, retryAfterMs: 40 });
  for (const error of [alone, together]) expect(shown(error)).not.toMatch(/secret/);
});

test('nor by the error about a profile that is no JSON, which quotes it', async () => {
  const { options } = host({});
  const text = '{ "auth-key": "very secret" nothing';
  const error = await errorOf(resolved({ ...options, profiles: () => JSON.parse(text) }, 'x'));
  expect(error).toMatchObject({ code: 'PROFILE_UNAVAILABLE', profile: 'x', isTransient: false });
  expect(shown(error)).not.toContain('very secret');
});
