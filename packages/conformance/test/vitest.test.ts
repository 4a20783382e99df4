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

/** What a run of its own says of a strategy that drops responses. */
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
  'each law that is broken fails by itself, and shows the smallest situation and the seed',
  { timeout: 120_000 },
  async () => {
    const { testResults } = await runOfItsOwn();
    const results = testResults.flatMap(({ assertionResults }) => assertionResults);
    expect(results).toHaveLength(invariants.length);
    const failed = results.filter(({ status }) => status === 'failed');
    expect(failed.map(({ title }) => title.split(':')[0])).toEqual([
      'law-1-whole-history',
      // Without the response between them, two turns of the model stand next to each other.
      'roles-call-follows-user',
      'roles-alternation',
    ]);
    expect(failed[0]!.failureMessages.join('\n')).toMatch(
      /entry 0: call "call-1-0" of \w+ has no response[^]*"speaker": "ai"[^]*seed: 7/,
    );
  },
);
