import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Creates the folder `work`, in which an agent works, with the files `f1.txt`, `f2.txt`, … for it to read. Returns its path. */
export function createWorkFolder(folder: string, files: number, lines: number): string {
  const work = join(folder, 'work');
  mkdirSync(work, { recursive: true });
  for (let at = 1; at <= files; at += 1) writeFileSync(join(work, `f${at}.txt`), fileOf(at, lines));
  return work;
}

/** Returns the text of a file: different lines, so that a compaction has something to choose from. */
function fileOf(at: number, lines: number): string {
  const text = Array.from(
    { length: lines },
    (_, line) =>
      `line ${line} of file ${at}: value_${(line * at * 7919) % 100_003} = compute(${(line * 31) % 97})`,
  );
  return `${text.join('\n')}\n`;
}
