import { recall, type RecallTextResult } from 'palimpsest';
import { withValue, type Command } from './arguments/command.ts';
import { ORIGINALS_OPTIONS, readLineRange } from './arguments/options.ts';
import { UsageError } from './errors.ts';
import { EXIT } from './main-io.ts';
import { openExistingFolder } from './originals/open-folder.ts';
import { writeTexts } from './output/write-texts.ts';
import { printError } from './terminal/notices.ts';
import { formatCount, joinTexts } from './terminal/numbers.ts';
import { printable, printableText } from './terminal/printable.ts';
import { detectStyle } from './terminal/style.ts';

export const recallCommand: Command = {
  options: {
    lines: withValue(
      'N-M',
      'print only these lines, counted from 1: 10-30, or 10 for one line',
      'l',
    ),
    ...ORIGINALS_OPTIONS,
  },
  notes: [
    'ID is the start of the id of an original, at least 8 digits: 1f0c9a3e. With .2 or more after it, it is the second or a later tool result of that message. A # before it is ignored, if your shell passes it on.',
    'Exit codes: 0 done, 1 failed, 2 wrong usage, 3 no original or several have this id.',
  ],
  async run(given, io) {
    const { stdout, stderr, env } = io;
    if (given.positional === undefined) {
      throw new UsageError('No id to recall: give one, such as 1f0c9a3e.');
    }
    const id = printable(given.positional, 80);
    const lines = readLineRange(given, 'lines');
    const originals = await openExistingFolder('recall', given, io);
    const found = await recall(originals, given.positional, lines === undefined ? {} : { lines });
    if (found.kind !== 'found') {
      printError(explainNotFound(found, id, printable(originals.session, 80)), io);
      return EXIT.missed;
    }
    if (lines !== undefined && lines[0] > found.lines) {
      const count = formatCount(found.lines, 'line');
      printError(`--lines: expected lines of ${id}, which has ${count}, got ${lines[0]}.`, io);
      return EXIT.missed;
    }
    const text = stdout.isTTY === true ? printableText(found.text) : found.text;
    await writeTexts(stdout, [text.endsWith('\n') ? text : `${text}\n`]);
    const notes = joinTexts([
      lines !== undefined && `lines ${found.from} to ${found.to} of ${found.lines}`,
      found.isRedacted && 'redacted before it was stored',
    ]);
    if (notes !== '') stderr.write(`${detectStyle(stderr, env).colors.dim(notes)}\n`);
    return EXIT.done;
  },
};

function explainNotFound(
  found: Exclude<RecallTextResult, { readonly kind: 'found' }>,
  id: string,
  session: string,
): string {
  if (found.kind === 'unknown') {
    return `No original has the id ${id} in the session "${session}". Name another session with --session.`;
  }
  if (found.kind === 'ambiguous') {
    return `${id} is the start of ${formatCount(found.candidates, 'id')}. Give more digits.`;
  }
  const state = found.reason === 'absent' ? 'is no longer in the folder' : 'is damaged';
  return `The original ${id} of the session "${session}" ${state}.`;
}
