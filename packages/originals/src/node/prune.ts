import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isSessionKey } from '../session-name.ts';
import { unlessMissing } from './session-folder.ts';
import { PACK, removeAbandoned } from './pack.ts';

interface PruneLimits {
  /** Maximum size of all originals in bytes, over all sessions. */
  readonly maxBytes: number;
  /** Maximum time since a compression last stored an original, in milliseconds. */
  readonly maxAgeMs: number;
  /** Current time, in milliseconds since 1970. */
  readonly now: number;
}

interface FoundFile {
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  /** Time of the last modification, in milliseconds since 1970. */
  readonly time: number;
}

/** Removes packs that are too old, then the oldest packs until the rest fits. Removes sessions whose files are all too old. */
export async function prune(
  directory: string,
  { maxBytes, maxAgeMs, now }: PruneLimits,
): Promise<void> {
  const left: FoundFile[] = [];
  for (const entry of await unlessMissing(readdir(directory, { withFileTypes: true }), [])) {
    // A store creates only real folders; a link leads elsewhere.
    if (!isSessionKey(entry.name) || !entry.isDirectory()) continue;
    const folder = join(directory, entry.name);
    await removeAbandoned(folder, now);
    const files = await filesOf(folder);
    const isOld = ({ time }: FoundFile): boolean => now - time > maxAgeMs;
    if (files.length > 0 && files.every(isOld)) {
      await rm(folder, { recursive: true, force: true });
      continue;
    }
    for (const file of files) {
      if (!PACK.test(file.name)) continue;
      if (isOld(file)) await rm(file.path, { force: true });
      else left.push(file);
    }
  }
  let bytes = left.reduce((sum, file) => sum + file.bytes, 0);
  for (const file of left.toSorted((a, b) => a.time - b.time || (a.path < b.path ? -1 : 1))) {
    if (bytes <= maxBytes) break;
    await rm(file.path, { force: true });
    bytes -= file.bytes;
  }
}

async function filesOf(folder: string): Promise<FoundFile[]> {
  const files: FoundFile[] = [];
  for (const name of await unlessMissing(readdir(folder), [])) {
    const path = join(folder, name);
    const stats = await unlessMissing(lstat(path), undefined);
    if (stats?.isFile() !== true) continue;
    files.push({ name, path, bytes: stats.size, time: stats.mtimeMs });
  }
  return files;
}
