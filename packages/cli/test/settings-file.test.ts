import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createCommand } from './command.ts';

const { run, folder } = createCommand();
const path = join(folder, 'palimpsest.json');
afterEach(() => rmSync(path, { force: true }));

const messages = Array.from({ length: 24 }, (_, at) => ({
  role: at % 2 === 0 ? 'user' : 'assistant',
  content: `Gate ${at}. ${`It was slow on day ${at}. `.repeat(20)}`,
}));
const stdin = JSON.stringify(messages);

async function strategyOf(...argv: string[]): Promise<unknown> {
  const { stderr } = await run(['compress', '-', '-r', '0.3', '--report', 'json', ...argv], {
    stdin,
  });
  return (JSON.parse(stderr) as { strategy: string }).strategy;
}

test('settings of the nearest palimpsest.json apply; what is typed wins', async () => {
  writeFileSync(path, JSON.stringify({ 'compression.strategy': 'top-down-truncation' }));
  expect(await strategyOf()).toBe('top-down-truncation');
  expect(await strategyOf('--set', 'compression.strategy=extractive')).toBe('extractive');
  expect(await strategyOf('-s', 'high-density')).toBe('high-density');
  expect(await strategyOf('--no-settings-file')).toBe('salience');
});

test('a rule of the file keeps messages beside those of --keep', async () => {
  const file = { 'compression.keep': 'Gate 3.', 'compression.strategy': 'top-down-truncation' };
  writeFileSync(path, JSON.stringify(file));
  const argv = ['compress', '-', '-r', '0.3', '--report', 'none', '--keep', 'Gate 5.'];
  const { stdout } = await run(argv, { stdin });
  expect(JSON.parse(stdout)).toEqual(expect.arrayContaining([messages[3], messages[5]]));
});

test.each([
  ['{', /palimpsest\.json: expected JSON\./],
  ['[1]', /palimpsest\.json: .*settings/],
  ['{"compression.stratgy":"salience"}', /palimpsest\.json: .*compression\.stratgy/],
  ['{"compression.pinDirectives":"yes"}', /palimpsest\.json: .*true or false/],
])('the file %s is refused with its path', async (text, message) => {
  writeFileSync(path, text);
  for (const argv of [['compress', '-'], ['run', '--', 'true'], ['proxy']]) {
    const { code, stderr } = await run(argv, { stdin, env: { HOME: folder } });
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  }
});

test('a folder of that name is refused', async () => {
  mkdirSync(path);
  const { code, stderr } = await run(['compress', '-'], { stdin });
  rmSync(path, { recursive: true });
  expect(code).toBe(2);
  expect(stderr).toContain('palimpsest.json: cannot be read (EISDIR).');
});
