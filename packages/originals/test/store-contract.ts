import { openOriginals, type OriginalsStore } from '@palimpsest/originals';
import { expect, test } from 'vitest';
import { sessionKey } from '../src/session-name.ts';
import { sha256 } from '../src/sha256.ts';
import { say, talk } from './conversation.ts';

const stored = (text: string) => ({ id: sha256(text), text });

/** Defines the tests that every store must pass. `create` returns an empty store. */
export function storeContract(name: string, create: () => Promise<OriginalsStore>): void {
  const [mine, theirs] = [sessionKey('mine'), sessionKey('theirs')];

  test(`${name}: returns stored texts unchanged, in the order of the ids`, async () => {
    const store = await create();
    const texts = [
      'json:1',
      '=',
      'true',
      '{"a":1}',
      '  ',
      'null',
      '"x"',
      '0',
      'é🙂\u2028\0',
      'x'.repeat(200_000),
    ];
    await store.put(mine, texts.map(stored));
    const ids = texts.map(sha256);
    expect(await store.get(mine, ids.toReversed())).toEqual(texts.toReversed());
    expect(await store.get(mine, [ids[3]!, sha256('never'), ids[3]!])).toEqual([
      texts[3],
      undefined,
      texts[3],
    ]);
    expect(await store.get(mine, [])).toEqual([]);
  });

  test(`${name}: keeps what it has when it is given again`, async () => {
    const store = await create();
    await store.put(mine, [stored('a'), stored('b')]);
    await store.put(mine, [stored('b'), stored('c')]);
    await store.put(mine, []);
    expect(await store.get(mine, ['a', 'b', 'c'].map(sha256))).toEqual(['a', 'b', 'c']);
  });

  test(`${name}: keeps every record, whatever is in it`, async () => {
    const store = await create();
    const records = Array.from({ length: 30 }, (_, index) => `{"number":${index},"text":"é\\\\n"}`);
    for (const record of records) await store.append(mine, record);
    expect((await store.records(mine)).toSorted()).toEqual(records.toSorted());
  });

  test(`${name}: keeps sessions apart, and forgets only the one it is told to`, async () => {
    const store = await create();
    expect(await store.records(mine)).toEqual([]);
    expect(await store.get(mine, [sha256('a')])).toEqual([undefined]);
    for (const session of [mine, theirs]) {
      await store.put(session, [stored('a')]);
      await store.append(session, '{}');
    }
    await store.put(theirs, [stored('b')]);
    expect(await store.get(mine, [sha256('b')])).toEqual([undefined]);
    await store.delete(mine);
    await store.delete(mine);
    expect(await store.get(mine, [sha256('a')])).toEqual([undefined]);
    expect(await store.records(mine)).toEqual([]);
    expect(await store.get(theirs, [sha256('a')])).toEqual(['a']);
    expect(await store.records(theirs)).toEqual(['{}']);
    await store.put(mine, [stored('a')]);
    expect(await store.get(mine, [sha256('a')])).toEqual(['a']);
  });

  test(`${name}: keeps earlier records when another session was deleted`, async () => {
    const store = await create();
    await store.append(theirs, '"theirs"');
    await store.append(mine, '"first"');
    await store.delete(theirs);
    await store.append(mine, '"second"');
    expect((await store.records(mine)).toSorted()).toEqual(['"first"', '"second"']);
  });

  test(`${name}: concurrent writers of one session lose no record`, async () => {
    const store = await create();
    const [one, other] = await Promise.all([
      openOriginals(store, { session: 'mine' }),
      openOriginals(store, { session: 'mine' }),
    ]);
    const tasks = Array.from({ length: 20 }, async (_, index) => {
      const before = [say(`shared`), say(`only ${index}`), say(`tail ${index}`)];
      await (index % 2 === 0 ? one : other).keep(before, [say(`[${index}]`), before[2]]);
      return before;
    });
    const conversations = await Promise.all(tasks);
    const reader = await openOriginals(store, { session: 'mine' });
    expect([reader.list().length, reader.damaged]).toEqual([20, 0]);
    for (const [index, before] of conversations.entries()) {
      const { messages } = await reader.restore([say(`[${index}]`), say(`tail ${index}`)]);
      expect(messages).toEqual(before);
    }
  });

  test(`${name}: a conversation survives several compressions, and the end of the process`, async () => {
    const store = await create();
    const odd = { role: 'user', content: ['\u{D800}', null, 0.1] };
    const said: unknown[] = [];
    let now: unknown[] = [];
    for (let round = 0; round < 5; round += 1) {
      const originals = await openOriginals(store, { session: 'someone@example.com/1' });
      const appended = [...talk(10 * round, 10 * round + 9), structuredClone(odd)];
      said.push(...appended);
      const before = now.concat(appended);
      now = [say(`[${round}]`), ...before.slice(8)];
      await originals.keep(before, now);
    }
    const originals = await openOriginals(store, { session: 'someone@example.com/1' });
    const { messages, rounds } = await originals.restore([...now, say('next')]);
    expect(messages).toEqual([...said, say('next')]);
    expect(rounds).toBe(5);
    await originals.delete();
    expect((await originals.restore(now)).messages).toEqual(now);
  }, 30_000);
}
