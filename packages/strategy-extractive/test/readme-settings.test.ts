import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { extractiveSettings } from '../src/settings.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

test.each(
  extractiveSettings.map((spec) => [spec.key, 'default' in spec ? spec.default : 'unset'] as const),
)('the README lists %s with its default', (key, standard) => {
  const pattern = `^\\| \`${key.replaceAll('.', '\\.')}\` +\\| ${standard} `;
  expect(readme).toMatch(new RegExp(pattern, 'm'));
});
