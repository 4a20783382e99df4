import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { invariants } from '@palimpsest/conformance';
import { expect, test } from 'vitest';

interface Run {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly title: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** Runs Vitest on a strategy that removes results, and returns the report. */
async function runOfItsOwn(): Promise<Run> {
  const folder = await mkdtemp(join(tmpdir(), 'laws-'));
  const report = join(folder, 'report.json');
  const vitest = fileURLToPath(new URL('vitest.mjs', import.meta.resolve('vitest/package.json')));
  const config = ['--config', 'test/fixture/vitest.config.ts', '--root', '.'];
  const output = ['--reporter', 'json', '--outputFile', report];
  const cwd = fileURLToPath(new URL('..', import.meta.url));
  await expect(
    promisify(execFile)(process.execPath, [vitest, 'run', ...config, ...output], {
      cwd,
      timeout: 120_000,
    }),
  ).rejects.toMatchObject({ code: 1 });
  const run = JSON.parse(await readFile(report, 'utf8')) as Run;
  await rm(folder, { recursive: true });
  return run;
}

test(
  'each violated invariant fails separately, with the smallest test case and the seed',
  { timeout: 300_000 },
  async () => {
    const { testResults } = await runOfItsOwn();
    const results = testResults.flatMap(({ assertionResults }) => assertionResults);
    expect(results).toHaveLength(invariants.length);
    const failed = results.filter(({ status }) => status === 'failed');
    expect(failed.map(({ title }) => title.split(':')[0])).toEqual([
      'law-1-whole-history',
      // Without the result between them, two model entries are adjacent.
      'roles-call-follows-user',
      'roles-alternation',
    ]);
    expect(failed[0]!.failureMessages.join('\n')).toMatch(
      /entry 0: call "call-\d+" of \w+ has no response[^]*"speaker": "ai"[^]*seed: 7/,
    );
  },
);
