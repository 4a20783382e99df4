import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { summarySettings } from '../../src/history/model-options.ts';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

test.each(summarySettings.map((spec) => [spec.key, spec.default] as const))(
  'the README lists %s with its default',
  (key, standard) => {
    const pattern = `^\\| \`${key.replaceAll('.', '\\.')}\` +\\| ${standard} `;
    expect(readme).toMatch(new RegExp(pattern, 'm'));
  },
);
