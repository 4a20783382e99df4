import { readFileSync } from 'node:fs';
import { SETTING_SPECS } from '../src/settings.ts';
import { expect, test } from 'vitest';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

test.each(SETTING_SPECS.map((spec) => [spec.key, spec.default] as const))(
  'the README lists %s with its default',
  (key, standard) => {
    expect(readme).toMatch(
      new RegExp(`^\\| \`${key.replaceAll('.', '\\.')}\` +\\| ${standard ?? 'unset'} `, 'm'),
    );
  },
);
