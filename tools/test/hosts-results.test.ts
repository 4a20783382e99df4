import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { formatTested, PROXY_README, readResults } from '../hosts/results.ts';

const results = readResults();

test('the page of the proxy has the figures of the last run of check:hosts', () => {
  expect(readFileSync(PROXY_README, 'utf8')).toContain(formatTested(results));
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
