import { memoryOriginals, type OriginalsStore } from '@palimpsest/originals';
import type { SessionChange, SessionStore } from '@palimpsest/originals/sessions';

/** Observes whether writes to stores succeed. */
interface WriteObserver {
  readonly succeeded: () => void;
  readonly failed: (error: unknown) => void;
}

/** Returns an observer of all stores of a proxy. It calls `onError` for the first failure, and for a later one only after a write succeeded. */
export function createWriteObserver(onError: (error: unknown) => void): WriteObserver {
  let isFailing = false;
  return {
    succeeded: () => void (isFailing = false),
    failed(error) {
      if (isFailing) return;
      isFailing = true;
      const reason = error instanceof Error ? error.message : String(error);
      const message = `Nothing can be stored. Requests are still shortened, and what was removed stays in memory until this process ends. Cause: ${reason}`;
      onError(new Error(message, { cause: error }));
    },
  };
}

interface Unwritten {
  /** Version in the store on which the change is based. */
  readonly basis: string | undefined;
  readonly change: SessionChange;
}

/** Returns the store with a memory for changes that it cannot write. It has them until a write succeeds, or another process changes the session. */
export function keepUnwritten(
  store: SessionStore,
  { succeeded, failed }: WriteObserver,
): SessionStore {
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
        succeeded();
        return result;
      } catch (error) {
        failed(error);
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

/** Returns the store with a memory for originals that it cannot write. */
export function keepUnwrittenOriginals(
  store: OriginalsStore,
  { succeeded, failed }: WriteObserver,
): OriginalsStore {
  const memory = memoryOriginals();
  const write = async (toStore: () => unknown, toMemory: () => unknown): Promise<void> => {
    try {
      await toStore();
      succeeded();
    } catch (error) {
      failed(error);
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
