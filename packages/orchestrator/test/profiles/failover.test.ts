import type { IContent, ModelProvider, ResolvedModel } from '@palimpsest/core-types';
import { isTransientCompressionError } from '@palimpsest/snapshot';
import { scriptedProvider } from '@palimpsest/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { retryAfterOf } from '../../src/attempts/retry-after.ts';
import { FailoverError } from '../../src/profiles/failover-error.ts';
import type { ProfileResolverOptions } from '../../src/profiles/profile-resolver-options.ts';
import { answerOf, broken, errorOf, host, pool, profile, resolved, said } from './setup.ts';

const busy = (retryAfterMs?: number): Error =>
  Object.assign(
    new Error('overloaded'),
    { status: 529 },
    retryAfterMs === undefined ? {} : { retryAfterMs },
  );
const NAMED = { 'auth-key-name': 'work' };
const refused = (): Error => Object.assign(new Error('no such key'), { status: 401 });

/** A load balancer `all` of profiles, each with the connection of its name. */
function pooled(
  connections: Readonly<Record<string, ModelProvider | ResolvedModel | Error>>,
  settings: object = {},
): ProfileResolverOptions {
  const names = Object.keys(connections);
  const profiles: Record<string, unknown> = {
    all: { ...pool('failover', ...names), ephemeralSettings: settings },
  };
  for (const name of names) profiles[name] = profile(name);
  return host(
    profiles,
    {},
    {
      connect({ model }) {
        const found = connections[model]!;
        if (found instanceof Error) throw found;
        return found;
      },
    },
  ).options;
}

test('the first that answers to the end is heard, and nothing of those before it', async () => {
  const third = scriptedProvider(['the third']);
  const never = scriptedProvider(['never asked']);
  const model = await resolved(
    pooled({
      a: broken(busy(), 'half an ', 'answer'),
      b: broken(refused(), 'another'),
      c: third,
      d: never,
    }),
    'all',
  );
  expect(await answerOf(model)).toBe('the third');
  expect([third.requests.length, never.requests.length]).toEqual([1, 0]);
});

test('whoever fails, after however much: the answer is that of the first who does not, in its pieces', async () => {
  const member = fc.record({
    pieces: fc.array(fc.string(), { maxLength: 4 }),
    fails: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(member, { minLength: 1, maxLength: 5 }), async (members) => {
      const connections = members.map(({ pieces, fails }, index) => [
        `m${index}`,
        fails ? broken(busy(), ...pieces) : scriptedProvider([pieces.map(said)]),
      ]);
      const { provider } = await resolved(
        pooled(Object.fromEntries(connections) as Record<string, ModelProvider>),
        'all',
      );
      const heard: IContent[] = [];
      const listening = async (): Promise<void> => {
        for await (const chunk of provider.generateChatCompletion({ contents: [] })) {
          heard.push(chunk);
        }
      };
      const first = members.find(({ fails }) => !fails);
      const error = await listening().catch((thrown: unknown) => thrown);
      expect(error instanceof FailoverError).toBe(first === undefined);
      expect(heard).toEqual((first?.pieces ?? []).map(said));
    }),
  );
});

test('each is asked with what its own connection carries, and with what the request says', async () => {
  const [a, b] = [scriptedProvider([busy()]), scriptedProvider(['yes'])];
  const model = await resolved(
    pooled({ a: { provider: a, tries: 1, contents: 'mine' }, b: { provider: b, model: 'b-2' } }),
    'all',
  );
  const contents = [said('hello')];
  await answerOf(model, { contents, maxOutputTokens: 9, ...model, model: 'all' });
  expect(a.requests).toMatchObject([{ contents, maxOutputTokens: 9, model: 'a', tries: 1 }]);
  expect(b.requests).toMatchObject([{ contents, maxOutputTokens: 9, model: 'b-2' }]);
});

test('the window is the smallest of the pool, that of a member without a connection and its own included', async () => {
  const provider = scriptedProvider(['yes']);
  const a = { provider, contextLimit: 50_000 };
  const b = { provider, contextLimit: 20_000 };
  expect(await resolved(pooled({ a, b, c: provider }), 'all')).toMatchObject({
    contextLimit: 20_000,
  });
  expect(await resolved(pooled({ a, b }, { 'context-limit': 9_000 }), 'all')).toMatchObject({
    contextLimit: 9_000,
  });
  expect(await resolved(pooled({ c: provider }), 'all')).not.toHaveProperty('contextLimit');
  const profiles = {
    all: pool('failover', 'a', 'b'),
    a: profile('a', { 'context-limit': 7_000 }),
    b: profile('b', { 'context-limit': 8_000 }),
  };
  const down = host(profiles, { 'connect a': busy() });
  expect(await resolved(down.options, 'all')).toMatchObject({ contextLimit: 7_000 });
});

const named = (name: string, model: string): ResolvedModel => ({
  provider: { ...scriptedProvider(['yes']), name },
  model,
});

test('it is called as its members are, where they are called the same', async () => {
  const same = await resolved(pooled({ a: named('p', 'm'), b: named('p', 'm') }), 'all');
  expect([same.provider.name, same.model]).toEqual(['p', 'm']);
  const apart = await resolved(pooled({ a: named('p', 'm'), b: named('q', 'n') }), 'all');
  expect([apart.provider.name, apart.model]).toEqual(['all', undefined]);
});

test('where all fail, the error has what each failed with', async () => {
  const [first, second] = [refused(), busy()];
  const model = await resolved(pooled({ a: broken(first), b: second }), 'all');
  const error = await errorOf(answerOf(model));
  expect(error).toMatchObject({ name: 'FailoverError', code: 'FAILOVER_FAILED', profile: 'all' });
  expect(error.message).toBe(
    'Load balancer "all" got no answer: "a": no such key; "b": Compression profile "b" could not be connected: overloaded.',
  );
  expect(error['errors']).toEqual([first, expect.objectContaining({ cause: second })]);
});

test('it passes where any of them passes, in any order, and waits as long as the first of these may come back', async () => {
  const failure = fc.constantFrom<readonly [() => Error, boolean, number | undefined]>(
    [busy, true, 0],
    [() => busy(900), true, 900],
    [() => busy(300), true, 300],
    [refused, false, undefined],
    [() => new TypeError('x is not a function'), false, undefined],
  );
  await fc.assert(
    fc.asyncProperty(fc.array(failure, { minLength: 1, maxLength: 4 }), async (failures) => {
      const connections = failures.map(([make], index) => [`m${index}`, broken(make())] as const);
      const model = await resolved(pooled(Object.fromEntries(connections)), 'all');
      const error = await errorOf(answerOf(model));
      const passing = failures.filter(([, passes]) => passes);
      expect(isTransientCompressionError(error)).toBe(passing.length > 0);
      // Wrapped, as strategies pass it on.
      expect(isTransientCompressionError(new Error('failed', { cause: error }))).toBe(
        passing.length > 0,
      );
      const wait = Math.min(...passing.map(([, , ms]) => ms ?? 0));
      expect(retryAfterOf(error)).toBe(passing.length > 0 && wait > 0 ? wait : undefined);
    }),
  );
});

test('one that cannot be connected has lost its turn; where none can, it is an error at once', async () => {
  const model = await resolved(
    pooled({ a: refused(), b: scriptedProvider(['the second']) }),
    'all',
  );
  expect(await answerOf(model)).toBe('the second');
  const error = await errorOf(resolved(pooled({ a: refused(), b: busy() }), 'all'));
  expect(error).toBeInstanceOf(FailoverError);
  expect(error).toMatchObject({ isTransient: true });
});

test('an abort is no failure: the next one is not asked', async () => {
  const controller = new AbortController();
  const reason = new Error('enough');
  const a = scriptedProvider([
    () => {
      controller.abort(reason);
      throw busy();
    },
  ]);
  const b = scriptedProvider(['never asked']);
  const model = await resolved(pooled({ a, b }), 'all');
  expect(await errorOf(answerOf(model, { signal: controller.signal }))).toBe(reason);
  expect(b.requests).toEqual([]);
  expect(await errorOf(answerOf(model, { signal: AbortSignal.abort(reason) }))).toBe(reason);
  expect(a.requests).toHaveLength(1);
});

test('an abort while the last one is asked is one too', async () => {
  const controller = new AbortController();
  const reason = new Error('enough');
  const a = scriptedProvider([
    () => {
      controller.abort(reason);
      throw busy();
    },
  ]);
  const model = await resolved(pooled({ a }), 'all');
  expect(await errorOf(answerOf(model, { signal: controller.signal }))).toBe(reason);
});

test('what is wrong with a profile or a provider of the pool is an error, whoever else could answer', async () => {
  const { options } = host({ all: pool('failover', 'a', 'b'), a: profile('a'), b: profile('b') });
  const known = new Map([['a', scriptedProvider(['yes'])]]);
  const connect: ProfileResolverOptions['connect'] = ({ model }) => known.get(model);
  expect(await errorOf(resolved({ ...options, connect }, 'all'))).toMatchObject({
    code: 'PROFILE_NOT_FOUND',
    profile: 'b',
  });
  const keyless = { all: pool('failover', 'a', 'b'), a: profile('a'), b: profile('b', NAMED) };
  const error = await errorOf(resolved(host(keyless).options, 'all'));
  expect(error.message).toContain('profiles.b.ephemeralSettings.auth-key-name');
});

/** Says something, then nothing, and listens to no signal. */
const hanging = (): ModelProvider => ({
  name: 'hanging',
  async *generateChatCompletion() {
    yield said('so');
    await new Promise(() => {});
  },
});

test('an abort is heard while a member hangs', async () => {
  const controller = new AbortController();
  const b = scriptedProvider(['never asked']);
  const model = await resolved(pooled({ a: hanging(), b }), 'all');
  const answer = errorOf(answerOf(model, { signal: controller.signal }));
  const reason = new Error('enough');
  controller.abort(reason);
  expect(await answer).toBe(reason);
  expect(b.requests).toEqual([]);
});

test('with `timeout_ms` one that hangs is passed over, and its request is stopped', async () => {
  let signal: AbortSignal | undefined;
  const a: ModelProvider = {
    name: 'a',
    generateChatCompletion(request) {
      ({ signal } = request);
      return hanging().generateChatCompletion(request);
    },
  };
  const settings = { timeout_ms: 20 };
  expect(
    await answerOf(await resolved(pooled({ a, b: scriptedProvider(['yes']) }, settings), 'all')),
  ).toBe('yes');
  expect(signal?.aborted).toBe(true);
  const error = await errorOf(answerOf(await resolved(pooled({ a }, settings), 'all')));
  expect(error).toMatchObject({ isTransient: true });
  expect(error.message).toContain('"a": no whole answer within 20 ms');
});

test('an answer without an end, or one that is none, is a failure', async () => {
  let signal: AbortSignal | undefined;
  const endless: ModelProvider = {
    name: 'endless',
    async *generateChatCompletion(request) {
      ({ signal } = request);
      const piece = said('x'.repeat(100_000));
      while (true) yield piece;
    },
  };
  const none: ModelProvider = {
    name: 'none',
    async *generateChatCompletion() {
      yield said(undefined as never);
    },
  };
  const model = await resolved(pooled({ endless, none, c: scriptedProvider(['yes']) }), 'all');
  expect(await answerOf(model)).toBe('yes');
  expect(signal?.aborted).toBe(true);
});
