import { randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { sha256 } from '../sha256.ts';
import { unlessMissing } from './is-missing-file.ts';

/** Tells processes of several machines apart that share a directory. */
const HOST = sha256(hostname()).slice(0, 8);

/** A pack that is being written, or was when a process ended: the process that writes it, where its name says so. */
const UNFINISHED = /^\.(?:([0-9a-f]{8})-(\d+)-)?[0-9a-f-]{36}\.tmp$/;

/** Milliseconds after which a file is abandoned whose process is not known, or runs on another machine. */
const ABANDONED_MS = 3_600_000;

/** Returns a name for a file that this process is going to write. */
export function unfinishedName(): string {
  return `.${HOST}-${process.pid}-${randomUUID()}.tmp`;
}

/** Removes files of a folder that a process left when it was killed; never one of a process that lives. `now` is in milliseconds since 1970. */
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

/** Returns when a file was written last; never, where it is missing by now. */
async function timeOf(path: string): Promise<number> {
  return (await unlessMissing(stat(path), undefined))?.mtimeMs ?? Infinity;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // One that may not be signalled lives as well.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
