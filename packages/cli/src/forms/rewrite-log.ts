import type { Line } from '../input/read-lines.ts';
import { styleOf, writeJson } from '../json/json-style.ts';

/** A line of a log. */
export interface LogLine extends Line {
  /** Absent for lines that are no records. */
  readonly record?: object;
}

/** The lines of a log with other records: those that stayed are the very lines; lines that are no records keep their place. */
export function rewriteLog(log: readonly LogLine[], after: readonly unknown[]): string {
  const positions = new Map<unknown, number>();
  for (const [index, { record }] of log.entries()) {
    if (record === undefined) continue;
    positions.set(record, index);
    positions.set(idOf(record), index);
  }
  positions.delete(undefined);
  const newline = log.find(({ ending }) => ending !== '')?.ending ?? '\n';
  const sample = log.find(({ record }) => record !== undefined)?.text.trim();
  const { isSpaced } = styleOf(sample ?? '{}', '');
  const written: Pick<Line, 'text' | 'ending'>[] = [];
  let next = 0;
  const passOthers = (end: number): void => {
    for (; next < end; next += 1) {
      const line = log[next]!;
      if (line.record === undefined) written.push(line);
    }
  };
  for (const record of after) {
    const position = positions.get(record) ?? positions.get(idOf(record));
    if (position !== undefined) passOthers(position);
    const line = position === undefined ? undefined : log[position];
    written.push(
      line !== undefined && line.record === record
        ? line
        : {
            text: writeJson(record, { indent: undefined, isSpaced }, newline, ''),
            ending: line?.ending ?? newline,
          },
    );
  }
  passOthers(log.length);
  const isEnded = log.at(-1)?.ending !== '';
  return written
    .map(({ text, ending }, index) => {
      const isLast = index === written.length - 1;
      return text + (isLast ? (isEnded ? ending || newline : '') : ending || newline);
    })
    .join('');
}

function idOf(record: unknown): unknown {
  if (typeof record !== 'object' || record === null) return undefined;
  return Reflect.get(record, 'uuid');
}
