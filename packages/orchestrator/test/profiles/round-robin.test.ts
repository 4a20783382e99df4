import type { ResolvedModel } from '@palimpsest/core-types';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OrchestratorOptionError } from '../../src/orchestrator-option-error.ts';
import { createProfileResolver } from '../../src/profiles/profile-resolver.ts';
import { errorOf, host, pool, profile } from './setup.ts';

const members = { a: profile('a'), b: profile('b'), c: profile('c') };

test('each resolution takes the next one, of each load balancer apart, also after a restart', async () => {
  const pools = { three: pool('roundrobin', 'a', 'b', 'c'), two: pool('round-robin', 'a', 'b') };
  const { options } = host({ ...members, ...pools, ['__proto__']: pool(undefined, 'c', 'b') });
  const turn = fc.record({
    name: fc.constantFrom('three', 'two', '__proto__'),
    restarts: fc.boolean(),
  });
  const order: Readonly<Record<string, string>> = { three: 'abc', two: 'ab', ['__proto__']: 'cb' };
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { maxLength: 20 }), async (turns) => {
      let resolve = createProfileResolver(options);
      const taken = new Map<string, number>();
      for (const { name, restarts } of turns) {
        if (restarts) resolve = createProfileResolver(options, JSON.parse(JSON.stringify(resolve)));
        const count = taken.get(name) ?? 0;
        const expected = order[name]![count % order[name]!.length];
        expect(await resolve(name)).toMatchObject({ model: expected });
        taken.set(name, count + 1);
      }
    }),
    {
      examples: [
        [
          [
            { name: '__proto__', restarts: false },
            { name: '__proto__', restarts: true },
          ],
        ],
      ],
    },
  );
});

test('only the one whose turn it is is looked at, and resolutions at the same time take different ones', async () => {
  const { options, connected } = host({ ...members, all: pool('roundrobin', 'a', 'b', 'c') });
  const resolve = createProfileResolver(options);
  const models = await Promise.all([resolve('all'), resolve('all')]);
  expect(models.map((model) => (model as ResolvedModel).model)).toEqual(['a', 'b']);
  expect(connected.map(({ profile: name }) => name)).toEqual(['a', 'b']);
});

test('a list that changes is taken as it is now', async () => {
  const profiles: Record<string, unknown> = { ...members, all: pool('roundrobin', 'a', 'b', 'c') };
  const resolve = createProfileResolver(host(profiles).options);
  await resolve('all');
  await resolve('all');
  profiles['all'] = pool('roundrobin', 'c', 'a');
  expect(await resolve('all')).toMatchObject({ model: 'c' });
  profiles['all'] = pool('roundrobin', 'c', 'b', 'a');
  expect(await resolve('all')).toMatchObject({ model: 'b' });
});

test('one that cannot be resolved is an error that names it, and its turn is over', async () => {
  const all = pool('roundrobin', 'gone', 'down', 'bad', 'a');
  const bad = { provider: 'p' };
  const down = Object.assign(new Error('no'), { status: 503 });
  const { options } = host(
    { ...members, all, bad, down: profile('down') },
    { 'connect down': down },
  );
  const resolve = createProfileResolver(options);
  const next = async (): Promise<Error> => await errorOf(Promise.resolve(resolve('all')));
  expect(await next()).toMatchObject({ code: 'PROFILE_NOT_FOUND', profile: 'gone' });
  expect(await next()).toMatchObject({ profile: 'down', isTransient: true, cause: down });
  expect((await next()).message).toContain('profiles.bad.model: got undefined');
  expect(await resolve('all')).toMatchObject({ model: 'a' });
});

test('the window is that of the one that is asked, the smaller where the load balancer has its own', async () => {
  const all = {
    ...pool('roundrobin', 'a', 'b', 'c'),
    ephemeralSettings: { 'context-limit': 9_000 },
  };
  const a = profile('a', { 'context-limit': 5_000 });
  const b = profile('b', { 'context-limit': 50_000 });
  const resolve = createProfileResolver(host({ ...members, a, b, all }).options);
  expect(await resolve('all')).toMatchObject({ contextLimit: 5_000 });
  expect(await resolve('all')).toMatchObject({ contextLimit: 9_000 });
  expect(await resolve('all')).toMatchObject({ contextLimit: 9_000 });
});

const KIND = 'palimpsest.profile-resolver';

test.each([
  [7, 'json: got 7'],
  [{ kind: 'other' }, 'json.kind: got'],
  [{ kind: KIND, format: 2 }, 'json.format: got 2'],
  [{ kind: KIND, format: 1, next: [] }, 'json.next: got'],
  [{ kind: KIND, format: 1, next: { all: -1 } }, 'json.next.all: got -1'],
])('what toJSON did not answer is refused: %j', (json, message) => {
  const open = (): unknown => createProfileResolver(host({}).options, json);
  expect(open).toThrow(OrchestratorOptionError);
  expect(open).toThrow(message);
});
