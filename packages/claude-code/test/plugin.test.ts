import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = new URL('../', import.meta.url);
const read = (path: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(path, folder), 'utf8')) as Record<string, unknown>;

test("Claude Code's manifest has the version of the package", () => {
  expect(read('.claude-plugin/plugin.json')['version']).toBe(read('package.json')['version']);
});

test('the module of hooks is the entry of the package', () => {
  const { modules } = read('hooks/hooks.json') as { modules: string[] };
  const { exports } = read('package.json') as { exports: { '.': { default: string } } };
  expect(modules).toEqual([`.${exports['.'].default}`]);
});
