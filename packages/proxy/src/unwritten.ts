import { memoryOriginals, type OriginalsStore } from '@palimpsest/originals';
import type { SessionChange, SessionStore } from '@palimpsest/originals/sessions';

/** Told whether writing worked. */
interface Writing {
  readonly works: () => void;
  readonly fails: (error: unknown) => void;
}

/** Returns an observer of all stores of a proxy: `onError` hears of the first failure, and of the next one only after writing worked again. */
export function watchWriting(onError: (error: unknown) => void): Writing {
  let isFailing = false;
  return {
    works: () => void (isFailing = false),
    fails(error) {
      if (isFailing) return;
      isFailing = true;
      const reason = error instanceof Error ? error.message : String(error);
      const message = `Requests are shortened, but nothing can be stored, as long as this lasts: ${reason}`;
      onError(new Error(message, { cause: error }));
    },
  };
}

interface Unwritten {
  /** Version in the store on which the change is based. */
  readonly basis: string | undefined;
  readonly change: SessionChange;
}

/** Returns the store with changes that it could not write in memory, until it can, or another process changes the session. */
export function keepUnwritten(store: SessionStore, { works, fails }: Writing): SessionStore {
  const unwritten = new Map<string, Unwritten>();
  return {
    async load(session) {
      const loaded = await store.load(session);
      const own = unwritten.get(session);
      if (own !== undefined && own.basis === loaded?.version) return own.change;
      unwritten.delete(session);
      return loaded;
    },
    async parts(session, ids) {
      const own = new Map(unwritten.get(session)?.change.parts.map(({ id, text }) => [id, text]));
      const others = ids.filter((id) => !own.has(id));
      const texts = others.length === 0 ? [] : await store.parts(session, others);
      for (const [at, id] of others.entries()) {
        const text = texts[at];
        if (text !== undefined) own.set(id, text);
      }
      return ids.map((id) => own.get(id));
    },
    async commit(session, version, change) {
      const before = unwritten.get(session);
      if (before !== undefined && before.change.version !== version) return 'conflict';
      const basis = before === undefined ? version : before.basis;
      const all = before === undefined ? change : join(before.change, change);
      try {
        const result = await store.commit(session, basis, all);
        unwritten.delete(session);
        works();
        return result;
      } catch (error) {
        fails(error);
        // Another commit of this process may have come first.
        if (unwritten.get(session) !== before) return 'conflict';
        unwritten.set(session, { basis, change: all });
        return 'done';
      }
    },
    async delete(session) {
      unwritten.delete(session);
      await store.delete(session);
    },
  };
}

function join(before: SessionChange, change: SessionChange): SessionChange {
  const unused = new Set(change.unused);
  return {
    ...change,
    parts: [...before.parts.filter(({ id }) => !unused.has(id)), ...change.parts],
    unused: [...before.unused, ...change.unused],
  };
}

/** Returns the store with originals that it could not write in memory. */
export function keepUnwrittenOriginals(
  store: OriginalsStore,
  { works, fails }: Writing,
): OriginalsStore {
  const memory = memoryOriginals();
  const write = async (toStore: () => unknown, toMemory: () => unknown): Promise<void> => {
    try {
      await toStore();
      works();
    } catch (error) {
      fails(error);
      await toMemory();
    }
  };
  return {
    put: async (...given) =>
      await write(
        () => store.put(...given),
        () => memory.put(...given),
      ),
    append: async (...given) =>
      await write(
        () => store.append(...given),
        () => memory.append(...given),
      ),
    async get(session, ids) {
      const [texts, own] = [await store.get(session, ids), await memory.get(session, ids)];
      return ids.map((_, at) => texts[at] ?? own[at]);
    },
    async records(session) {
      return [...(await store.records(session)), ...(await memory.records(session))];
    },
    ...(store.version && {
      async version(session: string) {
        const { length } = await memory.records(session);
        return `${await store.version!(session)} ${length}`;
      },
    }),
    async delete(session) {
      await memory.delete(session);
      await store.delete(session);
    },
  };
}
