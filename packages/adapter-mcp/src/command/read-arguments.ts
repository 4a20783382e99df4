import { PalimpsestError } from '@palimpsest/core-types';
import { parseArgs } from 'node:util';

/** Thrown for invalid usage: the message is one sentence, and the exit code 2. */
export class Refusal extends PalimpsestError {
  override readonly name: string = 'Refusal';

  constructor(message: string) {
    super(message, 'REFUSED');
  }
}

export type Task =
  | { readonly kind: 'help' | 'version' }
  | { readonly kind: 'serve'; readonly folder: string; readonly session: string };

export const HELP = `palimpsest-recall --originals DIR [--session NAME]

An MCP server on standard input and output. It gives an agent what a compression took out of its history.

  --originals DIR   the folder that what was taken out lies in; need not be there yet
  --session NAME    whose originals (default: default)
  -h, --help        this text
  -v, --version     the version
`;

/**
 * Parses the command-line arguments.
 *
 * @throws {Refusal} when an argument is invalid or missing
 */
export function readArguments(argv: readonly string[]): Task {
  const { help, version, originals, session } = parsed(argv);
  if (help === true) return { kind: 'help' };
  if (version === true) return { kind: 'version' };
  const [folder, ...folders] = originals ?? [];
  const [name = 'default', ...names] = session ?? [];
  if (folder === undefined || folder === '') {
    throw new Refusal(
      '--originals DIR is missing: name the folder that what was taken out lies in.',
    );
  }
  if (folders.length > 0)
    throw new Refusal('--originals was given twice; a server has one folder.');
  if (names.length > 0) throw new Refusal('--session was given twice; a server has one session.');
  return { kind: 'serve', folder, session: name };
}

function parsed(argv: readonly string[]) {
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
    const [sentence = ''] = error.message.split(/\.\s|\n/);
    throw new Refusal(`${sentence.replace(/\.$/, '')}. --help lists the options.`);
  }
}
