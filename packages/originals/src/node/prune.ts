import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isSessionKey } from '../session-name.ts';
import { unlessMissing } from './is-missing-file.ts';
import { PACK, UNFINISHED } from './pack.ts';

export interface PruneLimits {
  /** Most bytes of originals, over all sessions. */
  readonly maxBytes: number;
  /** Milliseconds after which originals go that no compression needed since. */
  readonly maxAgeMs: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

interface FoundFile {
  readonly path: string;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** What a process left that ended while it wrote is taken away after an hour. */
const ABANDONED_MS = 3_600_000;

/** Takes away what is too old, then the oldest until the rest fits, and sessions of which nothing is left but an old manifest. */
export async function prune(
  directory: string,
  { maxBytes, maxAgeMs, now }: PruneLimits,
): Promise<void> {
  const left: FoundFile[] = [];
  for (const session of await unlessMissing(readdir(directory), [])) {
    if (!isSessionKey(session)) continue;
    const folder = join(directory, session);
    const files = await filesOf(folder);
    const isOld = ({ time }: FoundFile): boolean => now - time > maxAgeMs;
    if (files.length > 0 && files.every(({ file }) => isOld(file))) {
      await rm(folder, { recursive: true, force: true });
      continue;
    }
    for (const { name, file } of files) {
      const isAbandoned = UNFINISHED.test(name) && now - file.time > ABANDONED_MS;
      if (isAbandoned || (PACK.test(name) && isOld(file))) await rm(file.path, { force: true });
      else if (PACK.test(name)) left.push(file);
    }
  }
  let bytes = left.reduce((sum, file) => sum + file.bytes, 0);
  for (const file of left.toSorted((a, b) => a.time - b.time || (a.path < b.path ? -1 : 1))) {
    if (bytes <= maxBytes) break;
    await rm(file.path, { force: true });
    bytes -= file.bytes;
  }
}

async function filesOf(
  folder: string,
): Promise<{ readonly name: string; readonly file: FoundFile }[]> {
  const files: { name: string; file: FoundFile }[] = [];
  for (const name of await unlessMissing(readdir(folder), [])) {
    const path = join(folder, name);
    const stats = await unlessMissing(stat(path), undefined);
    if (stats === undefined) continue;
    files.push({ name, file: { path, bytes: stats.size, time: stats.mtimeMs } });
  }
  return files;
}
