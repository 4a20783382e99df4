import { readFileSync } from 'node:fs';
import { SETTING_SPECS } from '../src/settings.ts';
import { expect, test } from 'vitest';

const page = readFileSync(new URL('../../../docs/packages/factory.md', import.meta.url), 'utf8');

test.each(SETTING_SPECS.map((spec) => [spec.key, spec.default] as const))(
  'the page lists %s with its default',
  (key, standard) => {
    expect(page).toMatch(
      new RegExp(`^\\| \`${key.replaceAll('.', '\\.')}\` +\\| ${standard ?? 'unset'} `, 'm'),
    );
  },
);
