import { parseArgs } from 'node:util';
import { readResult, writeResult } from '../benchmarks/results.ts';
import { runSessions } from './run-sessions.ts';

/**
 * Runs recorded sessions in four processes, over Redis if PALIMPSEST_REDIS is its URL, over one SQLite file otherwise, and compares
 * each request with that of a single process. `--write` keeps the result in `bench/results/sessions.json`.
 */
const { values } = parseArgs({
  options: {
    sessions: { type: 'string', default: '100' },
    /** Turns of each session at most. */
    turns: { type: 'string', default: 'Infinity' },
    /** Share of requests whose process is killed, at a random moment from their start on. */
    kill: { type: 'string', default: '0.1' },
    seed: { type: 'string', default: '1' },
    /** No session begins after so many seconds. */
    seconds: { type: 'string', default: '600' },
    write: { type: 'boolean', default: false },
  },
});
const redis = process.env['PALIMPSEST_REDIS'];
const before = performance.now();
const mostTurns = +values.turns;
const setting = {
  ...(mostTurns < Infinity && { mostTurns }),
  killShare: +values.kill,
  seed: +values.seed,
};
const result = await runSessions({
  ...setting,
  sessions: +values.sessions,
  seconds: +values.seconds,
  processes: 4,
  redis,
});
const seconds = Math.round((performance.now() - before) / 1_000);
const store = redis === undefined ? 'SQLite' : 'Redis';
console.log(JSON.stringify({ store, ...setting, ...result, seconds }));
if (values.write) {
  const known = readResult('sessions') as object | undefined;
  writeResult('sessions', { ...known, [store]: { ...setting, ...result } });
}
const found = [result.different, result.invalid, result.lost];
if (found.some((names) => names.length > 0)) process.exitCode = 1;
