import { formatNotes, parsePositive, parseText, type DefineCommand } from '../arguments/options.ts';
import { withWriteErrors } from '../errors.ts';
import { proxyFolder } from '../folders.ts';
import { writeLines } from '../output/write-texts.ts';
import { formatNumber } from '../terminal/numbers.ts';
import { printable } from '../terminal/printable.ts';
import { pruneStores } from './proxy-stores.ts';

const MEGABYTE = 1_000_000;

export const definePrune: DefineCommand = (command, io) => {
  command
    .option('--originals <DIR>', 'folder to prune (default: that of "proxy" and "run")', parseText)
    .option(
      '--max-size <N>',
      'remove the oldest originals until N megabytes are left',
      parsePositive,
    )
    .addHelpText(
      'after',
      formatNotes(
        io,
        'Removes sessions that have expired, and makes the file smaller. Nothing is removed from what agents have: they only cannot recall it any more. A proxy may run meanwhile.',
        'Exit codes: 0 done, 1 failed, 2 wrong usage.',
      ),
    )
    .action(async ({ originals, maxSize }) => {
      const folder = proxyFolder(originals, io);
      const shown = printable(folder, 200);
      const limits = maxSize === undefined ? {} : { maxBytes: maxSize * MEGABYTE };
      const pruned = await withWriteErrors(`--originals ${shown}`, pruneStores(folder, limits));
      const text =
        pruned === undefined
          ? 'no originals'
          : `${formatNumber(pruned.bytesBefore)} bytes before, ${formatNumber(pruned.bytesAfter)} after`;
      await writeLines(io.stdout, [`${shown}: ${text}`]);
    });
};
