import { SETTING_SPECS } from '@palimpsest/factory/settings';
import { expect, test } from 'vitest';
import { createCommand } from './command.ts';

const { run } = createCommand();

const prose = 'The cache was slow. It must not exceed max_size. Lunch was nice. '.repeat(9);
const stdin = JSON.stringify(
  Array.from({ length: 24 }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `${index}. ${prose}`,
  })),
);
const RATIO = ['-r', '0.4'];

async function compress(...argv: string[]) {
  return await run(['compress', '-', '--report', 'none', ...argv], { stdin });
}

test.each<[string, string[], string]>([
  [
    'compression.ingestTokens=100',
    RATIO,
    'only a host, such as @palimpsest/orchestrator, reads it',
  ],
  ['compression.density.recencyPruning=true', ['-s', 'high-density', ...RATIO], 'only a host'],
  ['compression.extractive.dedup=false', RATIO, 'extractive reads it, salience does not'],
  ['compression-top-preserve-threshold=0.5', RATIO, 'middle-out reads it, salience does not'],
  ['compression-threshold=0.5', RATIO, '--target-ratio sets the target'],
  ['compression.density.compressHeadroom=0.5', ['-t', '900'], '--target-tokens sets the target'],
])('warns that --set %s with %j has no effect', async (set, argv, reason) => {
  const { code, stdout, stderr } = await compress('--set', set, ...argv);
  const [key] = set.split('=');
  expect(code).toBe(0);
  expect(stderr).toContain(`palimpsest: --set ${key} has no effect: ${reason}`);
  expect(stderr.split('\n')).toHaveLength(2);
  expect(stdout).toBe((await compress(...argv)).stdout);
});

test.each([
  ['compression.strategy=extractive', RATIO],
  ['compression.extractive.dedup=false', ['-s', 'extractive', ...RATIO]],
  ['compression-preserve-threshold=0.5', RATIO],
  ['compression.pinDirectives=false', RATIO],
  ['context-limit=2000', []],
  ['compression-threshold=0.5', ['-c', '2000']],
  ['compression.density.compressHeadroom=0.5', ['-c', '2000']],
  ['compression.density.keepHumanText=true', ['-s', 'high-density', ...RATIO]],
])('does not warn of --set %s with %j', async (set, argv) => {
  expect(await compress('--set', set, ...argv)).toMatchObject({ code: 0, stderr: '' });
});

test('writes a warning as a line of JSON in a JSON report', async () => {
  const argv = ['compress', '-', '--report', 'json', '--set', 'compression.moment=turn', ...RATIO];
  const { stderr } = await run(argv, { stdin });
  const [warning, report] = stderr.trim().split('\n');
  expect(JSON.parse(warning!)).toEqual({
    kind: 'warning',
    setting: 'compression.moment',
    reason: 'only a host, such as @palimpsest/orchestrator, reads it',
  });
  expect(JSON.parse(report!)).toMatchObject({ kind: 'applied' });
});

test('rejects the fallback setting of hosts and names --fallback', async () => {
  expect(await compress('--set', 'compression.fallback=extractive')).toEqual({
    code: 2,
    stdout: '',
    stderr:
      'palimpsest: compression.fallback is a setting of hosts. Use --fallback NAME instead, such as --fallback extractive.\n',
  });
});

interface Listed {
  readonly settings: readonly { readonly key: string }[];
  readonly hostSettings: readonly { readonly key: string }[];
  readonly strategies: readonly { readonly settings: readonly { readonly key: string }[] }[];
}

test('lists every setting, and the settings of hosts separately', async () => {
  const { stdout } = await run(['strategies']);
  const [read, host] = stdout.split('Settings of hosts');
  expect(read).toContain('Settings for all');
  for (const key of ['ingestTokens', 'economics', 'moment', 'profile']) {
    expect(read).not.toContain(`compression.${key} `);
    expect(host).toContain(`compression.${key} `);
  }
  const listed = JSON.parse((await run(['strategies', '--json'])).stdout) as Listed;
  const keys = [listed, ...listed.strategies]
    .flatMap(({ settings }) => settings)
    .concat(listed.hostSettings)
    .map(({ key }) => key);
  for (const { key } of SETTING_SPECS) expect(keys).toContain(key);
  const told = new Set(listed.hostSettings.map(({ key }) => key));
  for (const { key } of listed.settings) expect(told).not.toContain(key);
  expect(listed.settings.map(({ key }) => key)).toEqual([
    'compression.strategy',
    'compression-threshold',
    'context-limit',
    'compression-preserve-threshold',
    'compression-top-preserve-threshold',
    'compression.density.compressHeadroom',
    'compression.keep',
    'compression.pinDirectives',
    'compressionVerification',
  ]);
});
