import { parseArgs } from 'node:util';
import { writeResult } from '../benchmarks/results.ts';
import { runBackground } from './run-background.ts';

/** Sends the requests of sessions whose summaries a slow model makes in worker processes (`tools/with-redis.sh pnpm bench:background`). */
const { values } = parseArgs({
  options: {
    sessions: { type: 'string', default: '200' },
    'model-ms': { type: 'string', default: '25000' },
    'turn-ms': { type: 'string', default: '8000' },
    concurrency: { type: 'string', default: '60' },
    write: { type: 'boolean', default: false },
  },
});
const redis = process.env['PALIMPSEST_REDIS'];
if (redis === undefined) {
  console.error('PALIMPSEST_REDIS: expected the URL of a Redis server, got nothing.');
  process.exit(2);
}
const setting = {
  sessions: +values.sessions,
  modelMs: +values['model-ms'],
  turnMs: +values['turn-ms'],
  concurrency: +values.concurrency,
  stalledAfterMs: 30_000,
  waitingSessions: 10,
};
const before = performance.now();
const result = await runBackground({ ...setting, redis });
console.error(`${Math.round((performance.now() - before) / 1e3)} s`);
console.log(JSON.stringify({ setting, ...result }, undefined, 1));
if (values.write) writeResult('background', { setting, ...result });
const isBroken =
  result.lost.length + result.stale.length + result.repeated + result.asked + result.tooLarge > 0;
if (isBroken) process.exitCode = 1;
