import { appendFile, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { badOption, checkedLimit } from '../originals-error.ts';
import type { OriginalsStore, StoredOriginal } from '../originals-store.ts';
import { checkedSessionKey } from '../session-name.ts';
import { sha256 } from '../sha256.ts';
import {
  checkSessionFolder,
  isMissingFile,
  makeSessionFolder,
  unlessMissing,
} from './session-folder.ts';
import { createPackIndexes, readPlaces } from './pack-index.ts';
import { writePack, removeAbandoned } from './pack.ts';
import { prune } from './prune.ts';

interface FileOriginalsOptions {
  /** Maximum size of all originals in bytes, over all sessions. Over it, the oldest packs are removed. @default Infinity */
  readonly maxBytes?: number;
  /** Maximum time since a compression last stored an original, in milliseconds. @default Infinity */
  readonly maxAgeMs?: number;
  /** Returns the current time in milliseconds since 1970. @default Date.now */
  readonly now?: () => number;
}

/** A store in a directory. */
export interface FileOriginals extends OriginalsStore {
  /** Removes what exceeds the limits. `put` also does this from time to time. */
  prune(): Promise<void>;
}

const MANIFEST = 'manifest.jsonl';

/** Maximum size of a pack in UTF-16 units, unless one original is longer. Pruning removes whole packs. */
const PACK_LENGTH = 33_554_432;

/**
 * Creates a store in a directory: one folder per session, accessible only to its owner (0700, files 0600). Packs of originals are
 * written atomically and never changed. The manifest grows line by line; a torn line does not damage others. Several processes
 * may share a directory.
 */
export function fileOriginals(
  directory: string,
  { maxBytes, maxAgeMs, now = Date.now }: FileOriginalsOptions = {},
): FileOriginals {
  if (typeof directory !== 'string' || directory === '') {
    throw badOption('directory', directory, 'the path of a directory');
  }
  const limits = {
    maxBytes: checkedLimit('maxBytes', maxBytes, Infinity),
    maxAgeMs: checkedLimit('maxAgeMs', maxAgeMs, Infinity),
  };
  const packLength = Math.min(PACK_LENGTH, limits.maxBytes / 8);
  const indexOf = createPackIndexes();
  /** Folders from which this process removed the unfinished files of killed processes. */
  const cleaned = new Set<string>();
  const folderOf = (session: string): string => join(directory, checkedSessionKey(session));

  /** Returns the number of written bytes. */
  const write = async (folder: string, originals: readonly StoredOriginal[]): Promise<number> => {
    await makeSessionFolder(folder);
    const places = await indexOf(folder);
    const time = new Date(now());
    if (!cleaned.has(folder)) {
      await removeAbandoned(folder, time.getTime());
      if (cleaned.size >= CLEANED) cleaned.clear();
      cleaned.add(folder);
    }
    const there = await readPlaces(
      originals.map(({ id, text }) => ({
        id,
        places: places.find(id),
        isSound: (found) => found === text,
      })),
    );
    const packs = new Set<string>();
    const missing: StoredOriginal[] = [];
    for (const original of originals) {
      const found = there.get(original.id);
      if (found?.text === original.text) packs.add(found.place.pack);
      else missing.push(original);
    }
    for (const pack of packs) await utimes(pack, time, time);
    let bytes = 0;
    for (const some of portions(missing, packLength, limits.maxBytes)) {
      bytes += await writePack(folder, some, time);
    }
    return bytes;
  };

  let unpruned: { bytes: number; since: number } | undefined;
  const pruneNow = async (): Promise<void> => {
    unpruned = { bytes: 0, since: now() };
    await prune(directory, { ...limits, now: unpruned.since });
  };
  /** Prunes only after enough new bytes or enough time: scanning a directory costs more than a put. */
  const pruneSometimes = async (bytes: number): Promise<void> => {
    if (limits.maxBytes === Infinity && limits.maxAgeMs === Infinity) return;
    const sum = (unpruned?.bytes ?? Infinity) + bytes;
    const age = now() - (unpruned?.since ?? -Infinity);
    if (sum >= limits.maxBytes / 16 || age >= limits.maxAgeMs / 16) await pruneNow();
    else unpruned = { bytes: sum, since: unpruned?.since ?? now() };
  };

  return {
    async put(session, originals) {
      const folder = folderOf(session);
      await pruneSometimes(await again(() => write(folder, originals)));
    },
    async get(session, ids) {
      const places = await indexOf(folderOf(session));
      const texts = await readPlaces(
        [...new Set(ids)].map((id) => {
          const where = places.find(id);
          // The reader checks a text that has only one place.
          return { id, places: where, isSound: (text) => where.length < 2 || sha256(text) === id };
        }),
      );
      return ids.map((id) => texts.get(id)?.text);
    },
    async append(session, record) {
      const folder = folderOf(session);
      const path = join(folder, MANIFEST);
      await again(async () => {
        await makeSessionFolder(folder);
        // The leading line break ends a line that was torn before.
        await appendFile(path, `\n${record}\n`, { mode: 0o600 });
        const time = new Date(now());
        await utimes(path, time, time);
      });
    },
    async records(session) {
      const folder = folderOf(session);
      await checkSessionFolder(folder);
      const text = await unlessMissing(readFile(join(folder, MANIFEST), 'utf8'), '');
      return text.split('\n').filter((line) => line !== '');
    },
    async version(session) {
      const folder = folderOf(session);
      await checkSessionFolder(folder);
      const stats = await unlessMissing(stat(join(folder, MANIFEST), { bigint: true }), undefined);
      // The change time of the file (ctime), which no process can set.
      return stats === undefined ? 'none' : `${stats.ino}-${stats.size}-${stats.ctimeNs}`;
    },
    async delete(session) {
      const folder = folderOf(session);
      await checkSessionFolder(folder);
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
    prune: pruneNow,
  };
}

/** Maximum number of folders remembered as cleaned. */
const CLEANED = 1_024;

/** Maximum number of attempts of a task. */
const ATTEMPTS = 5;

/** Retries a task that fails because a file or folder is missing: the session may be deleted during a write. */
async function again<Value>(task: () => Promise<Value>): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await task();
    } catch (error) {
      if (!isMissingFile(error) || attempt === ATTEMPTS) throw error;
    }
  }
}

/** Yields originals in groups of at most `length` UTF-16 units; a longer one forms its own group. Omits originals longer than `most`. */
function* portions(
  originals: readonly StoredOriginal[],
  length: number,
  most: number,
): Generator<StoredOriginal[]> {
  let portion: StoredOriginal[] = [];
  let sum = 0;
  for (const original of originals) {
    if (original.text.length > most) continue;
    if (portion.length > 0 && sum + original.text.length > length) {
      yield portion;
      portion = [];
      sum = 0;
    }
    portion.push(original);
    sum += original.text.length;
  }
  if (portion.length > 0) yield portion;
}
