import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { buildPage } from '../page/build-page.ts';
import type { Comparison } from '../src/index.ts';
import { writeReport } from '../src/write-report.ts';

test.each(['report', 'dashboard'] as const)(
  'only the script of the page runs: %s',
  async (name) => {
    await buildPage(name);
    const page = readFileSync(new URL(`../dist/${name}.html`, import.meta.url), 'utf8');
    const [, policy] = /script-src ([^;"]*)/.exec(page)!;
    const scripts = [...page.matchAll(/<script type="module">([^]*?)<\/script>/g)];
    expect(scripts).toHaveLength(1);
    const hash = createHash('sha256').update(scripts[0]![1]!).digest('base64');
    expect(policy).toBe(`'sha256-${hash}'`);
  },
);

test('shows characters that change the order of a text', async () => {
  const comparison: Comparison = {
    title: 'session',
    facts: [],
    tokensBefore: 2,
    tokensAfter: 1,
    targetTokens: 1,
    entries: [],
    demands: [{ text: 'Never \u202Etouch\u2066 שלום main.', index: 0, state: 'stands' }],
  };
  const page = await writeReport(comparison, '<!--data-->');
  const data = /class="data">([^<]*)</.exec(page)![1]!;
  const text = inflateRawSync(Buffer.from(data, 'base64')).toString();
  expect(text).toContain('Never [U+202E]touch[U+2066] שלום main.');
});
