import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { formatTested, PROXY_README, readResults } from '../hosts/results.ts';

const results = readResults();

test('the page of the proxy has the figures of the last run of check:hosts', () => {
  expect(readFileSync(PROXY_README, 'utf8')).toContain(formatTested(results));
});

test.each([
  ['pi', 'pi'],
  ['claude-code', 'Claude Code'],
  ['opencode', 'opencode'],
])('the page of %s names the version that was tested last', (name, title) => {
  const page = readFileSync(new URL(`../../packages/${name}/README.md`, import.meta.url), 'utf8');
  expect(page).toContain(`the released ${title} ${results[name]!.version} headless`);
});
