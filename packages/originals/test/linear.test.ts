import { memoryOriginals, openOriginals, type OriginalsStore } from '@palimpsest/originals';
import { expect, test } from 'vitest';

/** Creates a store that counts stored originals, requested ids and manifest characters. */
function counting() {
  const inner = memoryOriginals({ maxBytes: Infinity });
  const count = { put: 0, get: 0, characters: 0 };
  const store: OriginalsStore = {
    ...inner,
    put(session, originals) {
      count.put += originals.length;
      return inner.put(session, originals);
    },
    get(session, ids) {
      count.get += ids.length;
      return inner.get(session, ids);
    },
    append(session, record) {
      count.characters += record.length;
      return inner.append(session, record);
    },
  };
  return { store, count };
}

/** Creates messages that count the reads of their content. */
function counted(length: number, reads: { count: number }, first = 0): object[] {
  return Array.from({ length }, (_, index) => ({
    role: 'user',
    get content() {
      reads.count += 1;
      return `message ${first + index}`;
    },
  }));
}

test.each([1_000, 10_000])(
  'reads and stores each of %i messages a fixed number of times',
  async (length) => {
    const { store, count } = counting();
    const originals = await openOriginals(store, { session: 's' });
    const reads = { count: 0 };
    const before = counted(length, reads);
    const after = before.map((message, index) =>
      index % 3 === 0 ? { role: 'user', content: `[${index % 100}]` } : message,
    );
    await originals.keep(before, after);
    // One read for the digest, and one more for each stored message.
    expect(reads.count).toBe(length + Math.ceil(length / 3));
    expect(count.put).toBe(Math.ceil(length / 3));
    expect(count.characters).toBeLessThan(100 * length);
    reads.count = 0;
    const { restored } = await originals.restore(after);
    expect(restored).toBe(Math.ceil(length / 3));
    expect(reads.count).toBe(length - restored);
    expect(count.get).toBe(restored);
  },
);
