import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PAGES, readResults } from '../hosts/results.ts';

const results = readResults();

test.each(PAGES)('%s has the figures of the last run of check:hosts', (page, format) => {
  expect(readFileSync(page, 'utf8')).toContain(format(results));
});

test.each([
  ['pi', 'pi', 'pi'],
  ['claude-code', 'Claude Code', 'claude-code'],
  ['opencode', 'opencode', 'opencode'],
  ['kilo', 'Kilo', 'opencode'],
])(
  'the page of the plugin for %s names the version that was tested last',
  (name, title, folder) => {
    const page = readFileSync(
      new URL(`../../packages/${folder}/README.md`, import.meta.url),
      'utf8',
    );
    expect(page).toContain(`the released ${title} ${results[name]!.version}`);
  },
);
