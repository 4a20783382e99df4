import { appendFile, readFile, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { checkedLimit } from '../limits.ts';
import { badOption } from '../originals-error.ts';
import type { OriginalsStore, StoredOriginal } from '../originals-store.ts';
import { isSessionKey } from '../session-name.ts';
import { isMissingFile, unlessMissing } from './is-missing-file.ts';
import { makeFolder } from './make-folder.ts';
import { readPack, writePack } from './pack.ts';
import { createPackIndexes, type PackPlace } from './pack-index.ts';
import { prune } from './prune.ts';

export interface FileOriginalsOptions {
  /** Most bytes of originals, over all sessions; beyond it the oldest go, several at a time. @default Infinity */
  readonly maxBytes?: number;
  /** Milliseconds after which originals go that no compression needed since. @default Infinity */
  readonly maxAgeMs?: number;
  /** The time, in milliseconds since 1970. @default Date.now */
  readonly now?: () => number;
}

/** A store in a directory. */
export interface FileOriginals extends OriginalsStore {
  /** Lets go of what is beyond the limits. Happens by itself now and then while originals are put. */
  prune(): Promise<void>;
}

const MANIFEST = 'manifest.jsonl';

/** Characters of texts in one pack. What is let go goes by packs. */
const PACK_LENGTH = 33_554_432;

/**
 * Keeps originals in a directory: a folder for each session, readable by its owner alone (0700, files 0600). Originals lie in packs,
 * which are written whole or not at all and never changed; the manifest grows line by line, and a line that was torn costs no other.
 * Several processes may use a directory at once.
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
  const folderOf = (session: string): string => {
    if (!isSessionKey(session)) throw badOption('session', session, 'a name made by openOriginals');
    return join(directory, session);
  };

  const write = async (folder: string, originals: readonly StoredOriginal[]): Promise<number> => {
    await makeFolder(folder);
    const { places } = await indexOf(folder);
    const time = new Date(now());
    const there = originals.map(({ id }) => places.get(id)?.pack);
    for (const pack of new Set(there)) if (pack !== undefined) await utimes(pack, time, time);
    let bytes = 0;
    const missing = originals.filter((_, index) => there[index] === undefined);
    for (const some of portions(missing, packLength, limits.maxBytes)) {
      bytes += (await writePack(folder, some, time)).bytes;
    }
    return bytes;
  };

  let unpruned: { bytes: number; since: number } | undefined;
  const pruneNow = async (): Promise<void> => {
    unpruned = { bytes: 0, since: now() };
    await prune(directory, { ...limits, now: unpruned.since });
  };
  /** Looking through a directory costs more than a put, so it waits until it is worth it. */
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
      const { places } = await indexOf(folderOf(session));
      const packs = new Map<string, PackPlace[]>();
      for (const id of new Set(ids)) {
        const place = places.get(id);
        if (place === undefined) continue;
        const wanted = packs.get(place.pack);
        if (wanted === undefined) packs.set(place.pack, [place]);
        else wanted.push(place);
      }
      const texts = new Map<string, string>();
      for (const [pack, wanted] of packs) {
        const read = await unlessMissing(readPack(pack, wanted), new Map<string, string>());
        for (const [id, text] of read) texts.set(id, text);
      }
      return ids.map((id) => texts.get(id));
    },
    async append(session, record) {
      const folder = folderOf(session);
      const path = join(folder, MANIFEST);
      await again(async () => {
        await makeFolder(folder);
        // A line that was torn before ends here.
        await appendFile(path, `\n${record}\n`, { mode: 0o600 });
        const time = new Date(now());
        await utimes(path, time, time);
      });
    },
    async records(session) {
      const path = join(folderOf(session), MANIFEST);
      const text = await unlessMissing(readFile(path, 'utf8'), '');
      return text.split('\n').filter((line) => line !== '');
    },
    delete: (session) => rm(folderOf(session), { recursive: true, force: true, maxRetries: 3 }),
    prune: pruneNow,
  };
}

/** How often a task is begun anew. */
const ATTEMPTS = 5;

/** A session may be deleted while it is written to: then its folder is made anew. */
async function again<Value>(task: () => Promise<Value>): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await task();
    } catch (error) {
      if (!isMissingFile(error) || attempt === ATTEMPTS) throw error;
    }
  }
}

/** Originals in portions of about a length; what is longer than `most` by itself is left out. */
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
