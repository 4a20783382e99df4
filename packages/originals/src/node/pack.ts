import { randomUUID } from 'node:crypto';
import { type FileHandle, lstat, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { StoredOriginal } from '../originals-store.ts';
import { sha256 } from '../sha256.ts';
import { errorCode, unlessMissing } from './session-folder.ts';

/**
 * Name of a pack: a file of originals that is written once and never changed. Its first line lists their ids and lengths in bytes; their
 * texts follow. The finished file is renamed, so no process ever sees a partial pack.
 */
export const PACK: RegExp = /^[0-9a-f]{64}\.pack$/;

/** Position of an original in a pack, in bytes. */
export interface PackedOriginal {
  readonly id: string;
  readonly start: number;
  readonly length: number;
}

/** Writes a pack of originals into an existing folder. Returns its size. */
export async function writePack(
  folder: string,
  originals: readonly StoredOriginal[],
  time: Date,
): Promise<number> {
  const lengths = originals.map(({ id, text }) => [id, Buffer.byteLength(text)]);
  const head = `${JSON.stringify({ version: 1, originals: lengths })}\n`;
  const bytes = Buffer.from(head + originals.map(({ text }) => text).join(''));
  const unfinished = join(folder, unfinishedName());
  try {
    const file = await open(unfinished, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await utimes(unfinished, time, time);
    await rename(unfinished, await freePath(folder, head));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  return bytes.length;
}

/**
 * Returns an unused path for a pack. An existing pack of the same originals is damaged; its name is not reused, because other processes
 * read each name only once.
 */
async function freePath(folder: string, head: string): Promise<string> {
  const path = join(folder, `${sha256(head)}.pack`);
  if ((await unlessMissing(lstat(path), undefined)) === undefined) return path;
  return join(folder, `${sha256(`${randomUUID()}${head}`)}.pack`);
}

const CHUNK = 65_536;
const HEAD_BEGIN = /^\{(?:"version":1,)?"originals":\[/;
const HEAD_END = ']}';
const HEAD_ENTRY = /(,?)\["([0-9a-f]{64})",(\d{1,16})\]/y;

/**
 * Calls `visit` for each original of a pack, in order. Returns the length of the first line in bytes, with its line break, or `undefined`
 * if that line is invalid. Never holds the whole line: it may list 100,000 originals.
 */
export async function readPackHead(
  path: string,
  visit: (id: string, length: number) => void,
): Promise<number | undefined> {
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.alloc(CHUNK);
    let [rest, line, count] = ['', 0, 0];
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, CHUNK);
      const end = buffer.subarray(0, bytesRead).indexOf('\n');
      const length = end < 0 ? bytesRead : end;
      let text = rest + buffer.toString('latin1', 0, length);
      if (line === 0) {
        const [begin] = HEAD_BEGIN.exec(text) ?? [];
        if (begin === undefined) return undefined;
        text = text.slice(begin.length);
      }
      line += length;
      let next = 0;
      for (HEAD_ENTRY.lastIndex = 0; ; next = HEAD_ENTRY.lastIndex) {
        const [entry, comma, id, size] = HEAD_ENTRY.exec(text) ?? [];
        if (entry === undefined) break;
        if ((comma === ',') !== count > 0 || !Number.isSafeInteger(Number(size))) return undefined;
        visit(id!, Number(size));
        count += 1;
      }
      rest = text.slice(next);
      if (end >= 0) return rest === HEAD_END ? line + 1 : undefined;
      if (bytesRead === 0 || rest.length > MAX_ENTRY_LENGTH) return undefined;
    }
  } finally {
    await file.close();
  }
}

/** Maximum length of an entry in the first line, in characters. */
const MAX_ENTRY_LENGTH = 100;

/** Maximum number of bytes read at once for several adjacent originals. */
const READ = 8_388_608;

/** Returns the texts of originals of one pack, by id. */
export async function readPack(
  path: string,
  wanted: readonly PackedOriginal[],
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const file = await open(path, 'r');
  try {
    let together: PackedOriginal[] = [];
    for (const original of wanted.toSorted((left, right) => left.start - right.start)) {
      const [first] = together;
      const last = together.at(-1);
      const isNeighbour = last !== undefined && last.start + last.length === original.start;
      if (!isNeighbour || original.start + original.length - first!.start > READ) {
        await readTogether(file, together, texts);
        together = [];
      }
      together.push(original);
    }
    await readTogether(file, together, texts);
  } finally {
    await file.close();
  }
  return texts;
}

async function readTogether(
  file: FileHandle,
  originals: readonly PackedOriginal[],
  texts: Map<string, string>,
): Promise<void> {
  const [first] = originals;
  const last = originals.at(-1);
  if (first === undefined || last === undefined) return;
  // A truncated pack is shorter than its first line claims.
  const end = Math.min(last.start + last.length, (await file.stat()).size);
  const buffer = Buffer.alloc(Math.max(0, end - first.start));
  let filled = 0;
  while (filled < buffer.length) {
    const place = first.start + filled;
    const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, place);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  for (const { id, start, length } of originals) {
    const from = start - first.start;
    texts.set(id, buffer.toString('utf8', Math.min(from, filled), Math.min(from + length, filled)));
  }
}

/** Identifies this machine among those that share a directory. */
const HOST = sha256(hostname()).slice(0, 8);

/** Name of an unfinished pack. It contains the machine and the id of the process that writes it, if they are known. */
const UNFINISHED = /^\.(?:([0-9a-f]{8})-(\d+)-)?[0-9a-f-]{36}\.tmp$/;

/** Age in milliseconds after which an unfinished file is abandoned, if its process is unknown or runs on another machine. */
const ABANDONED_MS = 3_600_000;

/** Returns a name for a file that this process is going to write. */
function unfinishedName(): string {
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
