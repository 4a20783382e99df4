import { recall, type RecallTextResult } from 'palimpsest';
import {
  formatNotes,
  ORIGINALS_HELP,
  parseLines,
  parseText,
  SESSION_HELP,
  type DefineCommand,
} from './arguments/options.ts';
import { EXIT } from './main-io.ts';
import { openExistingFolder } from './originals/open-folder.ts';
import { writeTexts } from './output/write-texts.ts';
import { printError } from './terminal/notices.ts';
import { formatCount, joinTexts } from './terminal/numbers.ts';
import { printable, printableText } from './terminal/printable.ts';
import { detectStyle } from './terminal/style.ts';

export const defineRecall: DefineCommand = (command, io) => {
  command
    .argument('<ID>', 'the id that stands in a compressed text: 1f0c9a3e', parseText)
    .option(
      '-l, --lines <N-M>',
      'print only these lines, counted from 1: 10-30, or 10 for one line',
      parseLines,
    )
    .option('--originals <DIR>', ORIGINALS_HELP, parseText)
    .option('--session <NAME>', SESSION_HELP, parseText)
    .addHelpText(
      'after',
      formatNotes(
        io,
        'ID is the start of the id of an original, at least 8 digits: 1f0c9a3e. With .2 or more after it, it is the second or a later tool result of that message. A # before it is ignored, if your shell passes it on.',
        'Exit codes: 0 done, 1 failed, 2 wrong usage, 3 no original or several have this id.',
      ),
    )
    .action(async (given, options) => {
      const { stdout, stderr, env } = io;
      const { lines } = options;
      const id = printable(given, 80);
      const originals = await openExistingFolder('recall', options, io);
      const found = await recall(originals, given, lines === undefined ? {} : { lines });
      if (found.kind !== 'found') {
        printError(explainNotFound(found, id, printable(originals.session, 80)), io);
        return io.exitWith(EXIT.missed);
      }
      if (lines !== undefined && lines[0] > found.lines) {
        const count = formatCount(found.lines, 'line');
        printError(`--lines ${lines[0]}: the original ${id} has only ${count}.`, io);
        return io.exitWith(EXIT.missed);
      }
      const text = stdout.isTTY === true ? printableText(found.text) : found.text;
      await writeTexts(stdout, [text.endsWith('\n') ? text : `${text}\n`]);
      const notes = joinTexts([
        lines !== undefined && `lines ${found.from} to ${found.to} of ${found.lines}`,
        found.isRedacted && 'redacted before it was stored',
      ]);
      if (notes !== '') stderr.write(`${detectStyle(stderr, env).colors.dim(notes)}\n`);
    });
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
