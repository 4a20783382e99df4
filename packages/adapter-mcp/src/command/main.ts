import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { PalimpsestError } from '@palimpsest/core-types';
import { openOriginals } from '@palimpsest/originals';
import { fileOriginals } from '@palimpsest/originals/node';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { createRecallServer } from '../create-recall-server.ts';
import { readVersion } from '../version.ts';
import { createBoundedLines } from './bounded-lines.ts';
import { HELP, readArguments, Refusal, type Task } from './read-arguments.ts';

/** The streams and the working folder of the command. */
export interface MainIo {
  readonly stdin: Readable;
  /** Carries only the protocol. */
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** Folder against which a relative `--originals` is resolved. */
  readonly cwd: string;
}

/** Starts the server and returns the exit code: 0, 1 for a failure, 2 for invalid usage. The server runs until `stdin` ends. */
export async function main(argv: readonly string[], io: MainIo): Promise<0 | 1 | 2> {
  try {
    const task = readArguments(argv);
    if (task.kind === 'serve') await serve(task, io);
    else io.stderr.write(task.kind === 'help' ? HELP : `${readVersion()}\n`);
    return 0;
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    io.stderr.write(`palimpsest-recall: ${sentence}\n`);
    return PalimpsestError.isInstance(error) ? 2 : 1;
  }
}

async function serve(
  { folder, session }: Extract<Task, { readonly kind: 'serve' }>,
  { stdin, stdout, stderr, cwd }: MainIo,
): Promise<void> {
  const path = resolve(cwd, folder);
  const found = await stat(path).catch(() => undefined);
  if (found !== undefined && !found.isDirectory()) {
    throw new Refusal(`--originals ${JSON.stringify(folder)} is not a folder.`);
  }
  if (found === undefined) {
    stderr.write(
      `palimpsest-recall: ${JSON.stringify(folder)} is not there yet; waiting for it.\n`,
    );
  }
  const originals = await openOriginals(fileOriginals(path), { session });
  const server = createRecallServer({ originals, version: readVersion() });
  const lines = createBoundedLines((answer) => stdout.write(answer));
  // A client that disconnected reads no answers.
  stdout.on('error', () => {
    stdin.unpipe(lines).pause();
    void server.close();
  });
  await server.connect(new StdioServerTransport(stdin.pipe(lines), stdout));
}
