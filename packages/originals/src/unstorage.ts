import {
  createKeyValueTexts,
  each,
  type KeyValueOptions,
  type KeyValueStorage,
} from './key-value-texts.ts';
import type { OriginalsStore } from './originals-store.ts';
import { checkedSessionKey } from './session-name.ts';
import { sha256 } from './sha256.ts';

export type { KeyValueStorage } from './key-value-texts.ts';

/** Creates a store in any `unstorage` storage, so that several machines can share it. The driver determines how long texts last. */
export function unstorageOriginals(
  storage: KeyValueStorage,
  options: KeyValueOptions = {},
): OriginalsStore {
  const texts = createKeyValueTexts(storage, options);
  const keyOf = (session: string, ...parts: readonly string[]): string =>
    texts.keyOf(checkedSessionKey(session), ...parts);
  return {
    async put(session, originals) {
      await each(originals, ({ id, text }) => texts.write(keyOf(session, 'original', id), text));
    },
    get: (session, ids) => each(ids, (id) => texts.read(keyOf(session, 'original', id))),
    append: (session, record) => texts.write(keyOf(session, 'record', sha256(record)), record),
    async records(session) {
      const keys = await storage.getKeys(keyOf(session, 'record'));
      // A record may be deleted between listing and reading.
      return (await each(keys, texts.read)).filter((record) => record !== undefined);
    },
    async delete(session) {
      await each(await storage.getKeys(keyOf(session)), (key) => storage.removeItem(key));
    },
  };
}
