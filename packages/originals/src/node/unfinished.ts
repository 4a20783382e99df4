import { randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { sha256 } from '../sha256.ts';
import { errorCode, unlessMissing } from './is-missing-file.ts';

/** Identifies this machine among those that share a directory. */
const HOST = sha256(hostname()).slice(0, 8);

/** Name of an unfinished pack. It contains the machine and the id of the process that writes it, if they are known. */
const UNFINISHED = /^\.(?:([0-9a-f]{8})-(\d+)-)?[0-9a-f-]{36}\.tmp$/;

/** Age in milliseconds after which an unfinished file is abandoned, if its process is unknown or runs on another machine. */
const ABANDONED_MS = 3_600_000;

/** Returns a name for a file that this process is going to write. */
export function unfinishedName(): string {
  return `.${HOST}-${process.pid}-${randomUUID()}.tmp`;
}

/** Removes unfinished files whose process has ended, or that are abandoned. `now` is in milliseconds since 1970. */
export async function removeAbandoned(folder: string, now: number): Promise<void> {
  for (const name of await unlessMissing(readdir(folder), [])) {
    const [found, host, pid] = UNFINISHED.exec(name) ?? [];
    if (found === undefined) continue;
    const path = join(folder, name);
    const isOver =
      host === HOST ? !isAlive(Number(pid)) : now - (await timeOf(path)) > ABANDONED_MS;
    if (isOver) await rm(path, { force: true });
  }
}

/** Returns the time of the last modification, in milliseconds since 1970; `Infinity` if the file is missing. */
async function timeOf(path: string): Promise<number> {
  return (await unlessMissing(stat(path), undefined))?.mtimeMs ?? Infinity;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process that may not be signalled is alive.
    return errorCode(error) !== 'ESRCH';
  }
}
