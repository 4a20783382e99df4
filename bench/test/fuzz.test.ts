import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { fuzz } from '../src/fuzz/fuzz.ts';
import { fuzzArguments } from '../src/fuzz/fuzz-arguments.ts';
import { examples } from '../../tools/extent.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PLANTED = ['--kinds', 'bench/test/fuzz-planted.ts'];

interface Run {
  readonly code: number;
  readonly said: string;
}

function runFuzz(...given: readonly string[]): Promise<Run> {
  const file = 'bench/src/fuzz/main.ts';
  const all = ['--conditions=@palimpsest/source', file, ...given];
  return new Promise((resolve) => {
    execFile(process.execPath, all, { cwd: ROOT, maxBuffer: 1e8 }, (error, stdout) => {
      resolve({ code: error === null ? 0 : Number(error.code), said: stdout });
    });
  });
}

describe('every strategy, format and part', { timeout: 300_000 }, () => {
  test('breaks nothing in a slice of the long fuzz runs', async () => {
    const { code, said } = await runFuzz('--cases', '2000', '--seed', '20261122');
    expect(said).toMatch(/^seed 20261122\n/);
    expect(said).toMatch(/ 2000 {2}cases in .* 0 {2}violations\n$/s);
    expect(said).toContain('laws: one-shot');
    expect(said).toContain('messages, claude-code: salience');
    expect(code).toBe(0);
  });

  test('breaks nothing in valid conversations with rich tool results', async () => {
    const kindsModule = new URL('../src/fuzz/legal/all-laws.ts', import.meta.url).href;
    const cases = examples(1_000);
    const { broken, total } = await fuzz({ seed: 20261123, cases, kindsModule });
    expect(broken).toEqual([]);
    expect(total).toBe(cases);
  });

  test('breaks nothing in the cases of TEST_SEED', async () => {
    // As in property tests: the same commit gives the same result, and TEST_SEED selects other cases.
    const { TEST_SEED = '22' } = process.env;
    const seed = TEST_SEED === 'random' ? [] : ['--seed', TEST_SEED];
    const { code, said } = await runFuzz('--cases', String(examples(500)), ...seed);
    expect(said).toMatch(/ 0 {2}violations\n$/);
    expect(code).toBe(0);
  });
});

describe('a planted defect', { timeout: 300_000 }, () => {
  test('is found, minimized, named, and reproduced by the printed command', async () => {
    const { code, said } = await runFuzz('--cases', '300', '--seed', '3', ...PLANTED);
    expect(code).toBe(1);
    expect(said).toContain('laws: forgetful breaks "');
    const [, replay, what] =
      /sums: long breaks "throws"; again with\n {2}pnpm fuzz (.*)\n([^]*)$/.exec(said)!;
    expect(what).toContain('RangeError: 501 is too much');
    const smallest = what!.split('\n').at(-2)!;
    const numbers = JSON.parse(smallest) as readonly number[];
    expect(numbers.reduce((left, right) => left + right)).toBe(501);

    const again = await runFuzz(...replay!.split(' '));
    expect(again.code).toBe(1);
    expect(again.said).toContain(smallest);
  });

  test('does not affect a case without it', async () => {
    const { code, said } = await runFuzz('--case', '1', '--seed', '1', ...PLANTED);
    expect(said).toMatch(/^case 1 of seed 1 is one of sums: short\nnothing is broken\n$/);
    expect(code).toBe(0);
  });

  test('can be a case that never ends', async () => {
    const kindsModule = new URL('fuzz-endless.ts', import.meta.url).href;
    const { broken } = await fuzz({ seed: 1, cases: 4_000, kindsModule, patience: 2 });
    expect(broken.map(({ rule }) => rule)).toEqual(['ends', 'ends']);
  });

  test('is found at the same place for the same seed, with any number of threads', async () => {
    const kindsModule = new URL('fuzz-planted.ts', import.meta.url).href;
    const options = { seed: 9, cases: 500, kindsModule };
    const alone = await fuzz({ ...options, workers: 1 });
    const together = await fuzz({ ...options, workers: 3 });
    expect(alone.broken.length).toBeGreaterThan(10);
    expect(together.broken).toEqual(alone.broken);
    expect(together.cases).toEqual(alone.cases);
  });
});

describe('arguments', () => {
  test('set the duration, which is five minutes by default', () => {
    expect(fuzzArguments([]).minutes).toBe(5);
    expect(fuzzArguments(['--cases', '10']).minutes).toBeUndefined();
    expect(fuzzArguments(['--minutes', '0.5', '--seed', '7'])).toMatchObject({
      minutes: 0.5,
      seed: 7,
      workers: 2,
      isRecorded: false,
    });
  });

  test.each([
    ['--cases', '0'],
    ['--minutes', 'x'],
    ['--seed', '-1'],
    ['--case', '1.5'],
    ['--workers', '0'],
  ])('%s %s cannot be meant', (option, value) => {
    expect(() => fuzzArguments([`${option}=${value}`])).toThrow(
      new RegExp(`${option}: expected .+, got "${value}"\\.`),
    );
  });
});
