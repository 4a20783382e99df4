import { SnapshotStrategy } from '@palimpsest/snapshot';
import { history, scriptedProvider, testContext } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { compressReliably } from '../../src/attempts/compress-reliably.ts';
import { createProfileResolver } from '../../src/profiles/profile-resolver.ts';
import type { ProfileResolverOptions } from '../../src/profiles/profile-resolver-options.ts';
import { broken, host, pool, profile, session } from './setup.ts';

const SNAPSHOT =
  '<state_snapshot><overall_goal>The build is mended.</overall_goal></state_snapshot>';
const busy = Object.assign(new Error('overloaded'), { status: 529 });

const talk = Array.from({ length: 12 }, (_, index) => index).reduce(
  (built, index) =>
    built.human(`Look at part ${index}. ${'And say what you see. '.repeat(40)}`).ai('I see.'),
  history(),
);

async function compressed(options: ProfileResolverOptions): Promise<Record<string, unknown>> {
  const strategy = new SnapshotStrategy({
    name: 'halves',
    split: ({ context }) => ({ top: 0, bottom: context.history.length - 4 }),
  });
  const context = testContext(talk.build(), {
    resolveProvider: createProfileResolver(options),
    ephemerals: { compressionProfile: () => 'all' },
  });
  const outcome = await compressReliably(context, {
    strategies: { resolve: () => strategy },
    name: 'halves',
    fallback: false,
    sleep: async () => {},
    random: () => 0,
  });
  return { ...outcome };
}

const members = { a: profile('a'), b: profile('b') };

test('a compression is written by the member that answers, and never by the session', async () => {
  const { options } = host({ ...members, all: pool('failover', 'a', 'b') });
  const b = scriptedProvider([SNAPSHOT]);
  const connect: ProfileResolverOptions['connect'] = ({ model }) =>
    model === 'a' ? broken(busy, '<state_snapshot>half') : b;
  const outcome = await compressed({ ...options, connect });
  expect(outcome).toMatchObject({ kind: 'applied', attempts: [{ strategy: 'halves' }] });
  expect(JSON.stringify(outcome)).toContain('The build is mended.');
  expect(b.requests).toHaveLength(1);
  expect('requests' in session && session.requests).toEqual([]);
});

test.each([
  ['that pass with one of them', [busy, new Error('bad key')], 3],
  ['that last', [new Error('bad key'), new Error('no such model')], 1],
])('failures of all %s are tried again as often as that helps', async (_what, [a, b], tries) => {
  const { options } = host({ ...members, all: pool('failover', 'a', 'b') });
  const connect: ProfileResolverOptions['connect'] = ({ model }) => broken(model === 'a' ? a! : b!);
  const outcome = await compressed({ ...options, connect });
  expect(outcome['kind']).toBe('failed');
  expect(outcome['attempts']).toHaveLength(tries);
});

test('with round-robin, trying again means asking the next one', async () => {
  const all = pool('roundrobin', 'a', 'b');
  const { options, connected } = host({ ...members, all }, { a: busy, b: SNAPSHOT });
  expect(await compressed(options)).toMatchObject({ kind: 'applied', attempts: [{}, {}] });
  expect(connected.map(({ model }) => model)).toEqual(['a', 'b']);
});
