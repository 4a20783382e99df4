import { runSessions } from './run-sessions.ts';

/** Runs recorded sessions in four processes: `main.ts [sessions] [share of killed requests] [seed] [seconds]`. */
const [sessions = '100', killShare = '0.1', seed = '1', limit = '600'] = process.argv.slice(2);
const redis = process.env['PALIMPSEST_REDIS'];
const before = performance.now();
const run = {
  sessions: +sessions,
  killShare: +killShare,
  seed: +seed,
  seconds: +limit,
  processes: 4,
  redis,
};
const result = await runSessions(run);
const seconds = Math.round((performance.now() - before) / 1_000);
console.log(
  JSON.stringify({ store: redis === undefined ? 'SQLite' : 'Redis', ...result, seconds }),
);
if (result.different.length > 0 || result.lost.length > 0) process.exitCode = 1;
