// Mutates one package or one part of it, and stores its score: `pnpm mutation history`, `pnpm mutation summarizer/text`. With files after the name it mutates only those, which is quicker,
// and stores no score. `--force` ignores the results of earlier runs; `--in-process` calls the tests without vitest, many times faster;
// `--ignore-static` omits mutants that only run while a module is loaded, such as word tables.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { scoreOf, unnoticed, type Report, type Score } from './score.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    force: { type: 'boolean', default: false },
    'in-process': { type: 'boolean', default: false },
    'ignore-static': { type: 'boolean', default: false },
  },
});
const [name, ...files] = positionals;
const [packageName = '', ...part] = name?.split('/') ?? [];
const sources = ['packages', packageName, 'src', ...part].join('/');
if (name === undefined || !existsSync(sources)) {
  throw new Error(
    `No package or part "${name ?? ''}". Name a folder of packages/, or a folder in its src, for example: pnpm mutation history`,
  );
}

process.env['PALIMPSEST_MUTATED'] = packageName;
const reportFile = `reports/mutation/${name.replaceAll('/', '-')}.json`;
await new Stryker({
  mutate: files.length > 0 ? files : [`${sources}/**/*.ts`],
  testRunner: values['in-process'] ? 'in-process' : 'vitest',
  plugins: [
    import.meta.resolve('@stryker-mutator/vitest-runner'),
    import.meta.resolve('./in-process/runner.ts'),
  ],
  testRunnerNodeArgs: ['--conditions=@palimpsest/source'],
  vitest: { configFile: 'tools/mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  ignoreStatic: values['ignore-static'],
  incremental: true,
  incrementalFile: reportFile,
  force: values.force,
  ignorePatterns: ['**/dist', 'coverage', 'bench/results'],
  // Stryker would add a line to each file, but a test counts the lines of an example. Types are not checked here.
  disableTypeChecks: false,
  reporters: ['progress-append-only'],
  concurrency: 1,
  timeoutMS: 2000,
  timeoutFactor: 2,
  allowConsoleColors: false,
}).runMutationTest();

const report = JSON.parse(readFileSync(reportFile, 'utf8')) as Report;
for (const line of unnoticed(report)) console.log(line);
const score = scoreOf(report);
console.log(`${name}: ${JSON.stringify(score)}`);

if (files.length === 0) {
  const scoresFile = new URL('scores.json', import.meta.url);
  const scores = existsSync(scoresFile)
    ? (JSON.parse(readFileSync(scoresFile, 'utf8')) as Record<string, Score>)
    : {};
  scores[name] = score;
  const inOrder = Object.fromEntries(
    Object.entries(scores).toSorted(([left], [right]) => left.localeCompare(right)),
  );
  writeFileSync(scoresFile, `${JSON.stringify(inOrder, null, 2)}\n`);
}
