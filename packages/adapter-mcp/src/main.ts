import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { PalimpsestError } from '@palimpsest/core-types';
import { openOriginals } from '@palimpsest/originals';
import { fileOriginals } from '@palimpsest/originals/node';
import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { createRecallServer } from './create-recall-server.ts';

/** The streams and the working folder of the command. */
interface MainIo {
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
    const message = error instanceof Error ? error.message : String(error);
    io.stderr.write(`palimpsest-recall: ${message}\n`);
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
    throw createUsageError(`--originals ${JSON.stringify(folder)} is not a folder.`);
  }
  if (found === undefined) {
    stderr.write(
      `palimpsest-recall: ${JSON.stringify(folder)} does not exist yet; waiting for it.\n`,
    );
  }
  const originals = await openOriginals(fileOriginals(path), { session });
  const server = createRecallServer({ originals, version: readVersion() });
  // A client that disconnected reads no answers.
  stdout.on('error', () => {
    stdin.pause();
    void server.close();
  });
  await server.connect(new StdioServerTransport(stdin, stdout));
}

/** Creates the error for invalid arguments, whose exit code is 2. */
function createUsageError(message: string): PalimpsestError {
  return new PalimpsestError(message, 'INVALID_USAGE');
}

type Task =
  | { readonly kind: 'help' | 'version' }
  | { readonly kind: 'serve'; readonly folder: string; readonly session: string };

export const HELP = `palimpsest-recall --originals DIR [--session NAME]

An MCP server on standard input and output. It returns content to an agent that a compression removed from its history.

  --originals DIR   the folder with the removed content; need not exist yet
  --session NAME    name of the session in that folder (default: "default")
  -h, --help        this text
  -v, --version     the version
`;

/**
 * Parses the command-line arguments.
 *
 * @throws {PalimpsestError} INVALID_USAGE when an argument is invalid or missing
 */
export function readArguments(argv: readonly string[]): Task {
  const { help, version, originals, session } = parseOptions(argv);
  if (help === true) return { kind: 'help' };
  if (version === true) return { kind: 'version' };
  const [folder, ...folders] = originals ?? [];
  const [name = 'default', ...names] = session ?? [];
  if (folder === undefined || folder === '') {
    throw createUsageError('--originals DIR is missing: name the folder with the removed content.');
  }
  if (folders.length > 0)
    throw createUsageError('--originals was given twice; a server has one folder.');
  if (names.length > 0)
    throw createUsageError('--session was given twice; a server has one session.');
  return { kind: 'serve', folder, session: name };
}

function parseOptions(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        originals: { type: 'string', multiple: true },
        session: { type: 'string', multiple: true },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
      },
    }).values;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const [reason = ''] = error.message.split(/\.\s|\n/);
    throw createUsageError(`${reason.replace(/\.$/, '')}. --help lists the options.`);
  }
}

/** Returns the version of this package. `src/main.ts` and every file of `dist` are one folder below package.json. */
function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(text) as { readonly version: string };
  return version;
}
