import type { SessionChange, SessionStore } from '@palimpsest/originals/sessions';
import { expect, test } from 'vitest';
import { sha256 } from '../../src/sha256.ts';

const part = (text: string) => ({ id: sha256(text), text });

/** Returns a change to a state, with new parts and unused ones. */
function change(
  state: string,
  parts: readonly string[] = [],
  unused: readonly string[] = [],
): SessionChange {
  return { version: sha256(state), state, parts: parts.map(part), unused: unused.map(sha256) };
}

/** Defines the tests that every session store must pass. `create` returns an empty store. */
export function sessionContract(name: string, create: () => SessionStore): void {
  const committed = { version: sha256('one'), state: 'one' };

  test(`${name}: loads what was committed, and nothing of a new session`, async () => {
    const store = create();
    expect(await store.load('mine')).toBeUndefined();
    expect(await store.commit('mine', undefined, change('one'))).toBe('done');
    expect(await store.load('mine')).toEqual(committed);
    expect(await store.load('theirs')).toBeUndefined();
  });

  test(`${name}: keeps state and parts byte for byte`, async () => {
    const store = create();
    const texts = ['', '0', '{"a":1}\n\n', 'é🙂\u2028\0', 'x'.repeat(300_000)];
    for (const text of texts) {
      const before = await store.load('mine');
      expect(await store.commit('mine', before?.version, change(`\n${text}`, [text]))).toBe('done');
      expect((await store.load('mine'))?.state).toBe(`\n${text}`);
    }
    const ids = texts.map(sha256);
    expect(await store.parts('mine', ids.toReversed())).toEqual(texts.toReversed());
    expect(await store.parts('mine', [])).toEqual([]);
    expect(await store.parts('theirs', [ids[1]!])).toEqual([undefined]);
  });

  test(`${name}: rejects a change whose version is not the current one, and stores nothing of it`, async () => {
    const store = create();
    expect(await store.commit('mine', sha256('never'), change('late', ['a']))).toBe('conflict');
    expect(await store.load('mine')).toBeUndefined();
    await store.commit('mine', undefined, change('one', ['a']));
    expect(await store.commit('mine', undefined, change('two', ['b'], ['a']))).toBe('conflict');
    expect(await store.load('mine')).toEqual(committed);
    expect(await store.parts('mine', [sha256('a'), sha256('b')])).toEqual(['a', undefined]);
  });

  test(`${name}: removes unused parts, and keeps the others`, async () => {
    const store = create();
    await store.commit('mine', undefined, change('one', ['a', 'b']));
    await store.commit('theirs', undefined, change('one', ['a']));
    expect(await store.commit('mine', sha256('one'), change('two', ['b', 'c'], ['a']))).toBe(
      'done',
    );
    const ids = ['a', 'b', 'c'].map(sha256);
    expect(await store.parts('mine', ids)).toEqual([undefined, 'b', 'c']);
    expect(await store.parts('theirs', ids)).toEqual(['a', undefined, undefined]);
  });

  test(`${name}: deletes one session, which can begin again`, async () => {
    const store = create();
    await store.commit('mine', undefined, change('one', ['a']));
    await store.commit('theirs', undefined, change('one', ['a']));
    await store.delete('mine');
    await store.delete('mine');
    expect(await store.load('mine')).toBeUndefined();
    expect(await store.parts('mine', [sha256('a')])).toEqual([undefined]);
    expect(await store.load('theirs')).toEqual(committed);
    expect(await store.commit('mine', undefined, change('one'))).toBe('done');
  });

  test(`${name}: lets exactly one of several commits at once succeed`, async () => {
    const store = create();
    let version: string | undefined;
    for (let round = 0; round < 5; round += 1) {
      const changes = Array.from({ length: 20 }, (_, at) => change(`${round}.${at}`, [`${at}`]));
      const results = await Promise.all(
        changes.map((each) => Promise.resolve(store.commit('mine', version, each))),
      );
      const done = changes.filter((_, at) => results[at] === 'done');
      expect(done).toHaveLength(1);
      version = done[0]!.version;
      expect((await store.load('mine'))?.version).toBe(version);
    }
  });

  test(`${name}: rejects a session without a name`, async () => {
    const store = create();
    await expect((async () => await store.load(''))()).rejects.toThrow('session: expected');
  });
}
