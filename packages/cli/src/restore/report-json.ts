import type { Writable } from 'node:stream';
import type { Reporter } from '../rewrite/reporter.ts';
import type { RestoreReport } from './restore-report.ts';

/** One JSON object a line and conversation. */
export function restoreJsonReporter(stream: Writable): Reporter<RestoreReport> {
  const write = (value: object): void => {
    stream.write(`${JSON.stringify(value)}\n`);
  };
  return {
    done: ({ id, ms, ...report }) => write({ id, ...report, ms: Math.round(ms * 10) / 10 }),
    skipped: ({ place, problem }) => write({ id: place, kind: 'skipped', reason: problem }),
    finish: () => {},
    stop: () => {},
  };
}
