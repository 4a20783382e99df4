// Draws cases of every kind and judges them. fast-check draws, shrinks and repeats. Prints for each finding the command that reproduces it.
//   pnpm fuzz [--minutes 5] [--seed 1] [--kind "laws, salience"] [--path 3:1:0]
import fc from 'fast-check';
import { parseArgs } from 'node:util';
import { runKind } from './fuzz-kind.ts';
import { KINDS } from './kinds.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string', default: String(Math.trunc(Math.random() * 2 ** 31)) },
    kind: { type: 'string' },
    path: { type: 'string' },
  },
});
const minutes = Number(values.minutes);
const seed = Number(values.seed);
const kinds = KINDS.filter(({ name }) => values.kind === undefined || name === values.kind);
if (!(minutes > 0))
  throw new Error(`--minutes: expected a positive number, got ${values.minutes}.`);
if (!Number.isSafeInteger(seed))
  throw new Error(`--seed: expected a whole number, got ${values.seed}.`);
if (kinds.length === 0) {
  const names = KINDS.map(({ name }) => name).join('; ');
  throw new Error(`--kind: expected one of ${names}, got ${values.kind}.`);
}

const total = kinds.reduce((sum, { weight }) => sum + weight, 0);
for (const kind of kinds) {
  const milliseconds = (minutes * 60_000 * kind.weight) / total;
  const run = await runKind(kind, {
    seed,
    numRuns: Number.MAX_SAFE_INTEGER,
    interruptAfterTimeLimit: milliseconds,
    ...(values.path === undefined ? {} : { path: values.path }),
  });
  console.log(`${kind.name}: ${run.numRuns} cases of seed ${seed}`);
  // A run that time ended has no counterexample.
  if (run.counterexample === null) continue;
  process.exitCode = 1;
  console.log(
    `broken; again with\n  pnpm fuzz --kind '${kind.name}' --seed ${seed} --path ${run.counterexamplePath}`,
  );
  console.log(String(run.errorInstance));
  console.log(fc.stringify(run.counterexample[0]));
}
