import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { summarySettings } from '../../src/history/model-options.ts';

const page = readFileSync(
  new URL('../../../../docs/packages/summarizer/history.md', import.meta.url),
  'utf8',
);

test.each(summarySettings.map((spec) => [spec.key, spec.default] as const))(
  'the page lists %s with its default',
  (key, standard) => {
    const pattern = `^\\| \`${key.replaceAll('.', '\\.')}\` +\\| ${standard} `;
    expect(page).toMatch(new RegExp(pattern, 'm'));
  },
);
