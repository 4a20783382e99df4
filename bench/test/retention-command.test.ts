import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { hasCorpus } from '../src/corpus.ts';

const main = fileURLToPath(new URL('../src/retention/main.ts', import.meta.url));

const run = (...options: readonly string[]): Promise<{ readonly stdout: string }> =>
  promisify(execFile)(process.execPath, ['--conditions=@palimpsest/source', main, ...options]);

describe.skipIf(!hasCorpus)('the command for single measurements', { timeout: 300_000 }, () => {
  test('prints a line for each budget, and names a method that is not registered', async () => {
    const family = ['--family', 'coding-swe-agent'];
    const methods = ['--method', 'nobody', '--method', 'newest only'];
    const { stdout } = await run(...methods, ...family, '--budget', '50,25', '--cut', '85');
    expect(stdout).toContain('nobody: nobody registered it');
    const lines = stdout.split('\n').filter((line) => line.includes("'newest only'"));
    expect(lines.map((line) => /'coding-swe-agent' │ (\d+)/.exec(line)?.[1])).toEqual(['50', '25']);
  });

  test.each([
    [['--family', 'coding'], /--family: expected one of coding-claude-code.*, got coding\./],
    [['--half', 'both'], /--half: expected one of tune, judge, got both\./],
    [['--cut', '60'], /--cut: expected one of 50, 70, 85, got 60\./],
    [['--budget', '0'], /--budget 0: give per cent, above 0 and up to 100/],
  ])('refuses %j and says what it accepts', async (options, message) => {
    await expect(run(...options)).rejects.toThrow(message);
  });
});
