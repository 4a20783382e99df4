import { withValue, type Command } from '../arguments/command.ts';
import { readPositive } from '../arguments/options.ts';
import { withWriteErrors } from '../errors.ts';
import { proxyFolder } from '../folders.ts';
import { EXIT } from '../main-io.ts';
import { writeLines } from '../output/write-texts.ts';
import { formatNumber } from '../terminal/numbers.ts';
import { printable } from '../terminal/printable.ts';
import { pruneStores } from './proxy-stores.ts';

const MEGABYTE = 1_000_000;

export const pruneCommand: Command = {
  options: {
    originals: withValue('DIR', 'folder to prune (default: that of "proxy" and "run")'),
    'max-size': withValue('N', 'remove the oldest originals until N megabytes are left'),
  },
  notes: [
    'Removes sessions that have expired, and makes the file smaller. Nothing is removed from what agents have: they only cannot recall it any more. A proxy may run meanwhile.',
    'Exit codes: 0 done, 1 failed, 2 wrong usage.',
  ],
  async run(given, io) {
    const folder = proxyFolder(given, io);
    const most = readPositive(given, 'max-size');
    const pruned = await withWriteErrors(
      `--originals ${printable(folder, 200)}`,
      pruneStores(folder, most === undefined ? {} : { maxBytes: most * MEGABYTE }),
    );
    const text =
      pruned === undefined
        ? 'no originals'
        : `${formatNumber(pruned.bytesBefore)} bytes before, ${formatNumber(pruned.bytesAfter)} after`;
    await writeLines(io.stdout, [`${printable(folder, 200)}: ${text}`]);
    return EXIT.done;
  },
};
