import { readRecord, writeRecord, type CompressionRecord } from './compression-record.ts';
import { createManifest, type Manifest } from './manifest.ts';
import type { OriginalsStore } from './originals-store.ts';

/** The manifest of a session in a store: as it was read last, with what was appended here since. */
export interface SessionManifest {
  readonly current: Manifest;
  /** Number of records that could not be read. */
  readonly damaged: number;
  /** Reads the records again, unless the store says that they are the same. */
  readonly refresh: () => Promise<void>;
  append(record: CompressionRecord): Promise<void>;
  /** Deletes the session from the store. */
  readonly delete: () => Promise<void>;
}

/** Opens a manifest that was not read yet: call `refresh`. */
export function openManifest(store: OriginalsStore, session: string): SessionManifest {
  let current = createManifest();
  let damaged = 0;
  /** What `current` was made from: a version, or the records of a store without versions. Both are absent if it must be read again. */
  let readVersion: string | undefined;
  let readTexts: readonly string[] | undefined;
  /** Number of changes that were made here. A read during which it grew may lack one, and is repeated. */
  let changes = 0;

  const refresh = async (): Promise<void> => {
    const changesBefore = changes;
    // Read first: records that are appended meanwhile are read at the next refresh.
    const version = await store.version?.(session);
    if (version !== undefined && version === readVersion) return;
    const texts = await store.records(session);
    if (changes !== changesBefore) return await refresh();
    // Comparing the texts costs far less than parsing them, and creates no objects.
    if (version === undefined && readTexts !== undefined && isSame(texts, readTexts)) return;
    readVersion = version;
    readTexts = version === undefined ? texts : undefined;
    const records = texts.map(readRecord).filter((record) => record !== undefined);
    damaged = texts.length - records.length;
    current = createManifest(records.toSorted(byNumber));
  };

  const change = async (write: () => PromiseLike<void> | void): Promise<void> => {
    readVersion = undefined;
    readTexts = undefined;
    await write();
    changes += 1;
  };

  return {
    get current() {
      return current;
    },
    get damaged() {
      return damaged;
    },
    refresh,
    async append(record) {
      await change(() => store.append(session, writeRecord(record)));
      // A refresh during the change may have read the record. The manifest ignores it the second time.
      current.add(record);
    },
    async delete() {
      await change(() => store.delete(session));
      current = createManifest();
      damaged = 0;
    },
  };
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((text, index) => text === right[index]);
}

function byNumber(left: CompressionRecord, right: CompressionRecord): number {
  return left.number - right.number || (left.id < right.id ? -1 : 1);
}
