import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { checkAnchors } from '../../site/check-anchors.ts';
import { rewriteLinks } from '../../site/links.ts';
import { formatIndex } from '../../site/llms.ts';
import { createPage } from '../../site/page.ts';
import { createSidebar } from '../../site/sidebar.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'site-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ['[a](../packages/engine)', '[a](../packages/engine/index.md)'],
  ['[a](../packages/engine/README.md#use)', '[a](../packages/engine/index.md#use)'],
  ['[`a`](../packages/adapter/#options)', '[`a`](../packages/adapter/index.md#options)'],
  ['![a](plots/cost.svg) [b](releases.md#c)', '![a](plots/cost.svg) [b](releases.md#c)'],
  ['![a](plots/cost.svg)\n', '[![a](plots/cost.svg)](plots/cost.svg)\n'],
  ['[a](#b) [c](https://example.org/d)', '[a](#b) [c](https://example.org/d)'],
  ['`[a](../api)`\n```\n[a](../api)\n```', '`[a](../api)`\n```\n[a](../api)\n```'],
])('rewrites the link %j of docs/guide.md to %j', (given, expected) => {
  expect(rewriteLinks(given, 'docs/guide.md', root, new Set())).toBe(expected);
});

test('links to a source file lead to a page that shows it, and a missing file gets no page', () => {
  const linked = new Set<string>();
  const text = '[a](../examples/compress.ts) [b](gone.ts)';
  const expected = '[a](../examples/compress.ts.md) [b](gone.ts.md)';
  expect(rewriteLinks(text, 'docs/guide.md', root, linked)).toBe(expected);
  expect([...linked]).toEqual(['examples/compress.ts']);
});

const pages = [
  createPage('README.md', '# Palimpsest\n\n_Motto._\n\nShortens [histories](x.md). And more.\n'),
  createPage('docs/guides/proxy.md', '# Through the `proxy`\n\nFor any agent.\n'),
  createPage('packages/engine/README.md', '# @palimpsest/engine\n\nSplits text.\n'),
  createPage('docs/packages/engine.md', '# Details of the engine\n\n## Units\n\nLines.\n'),
  createPage('api/README.md', '# API\n\nThe exports.\n'),
  createPage('api/engine.md', '# API of @palimpsest/engine 0.1.0\n\nText.\n'),
  createPage('SECURITY.md', '# Security\n'),
];

test('llms.txt lists each page once by section, of the API only the list', () => {
  expect(formatIndex(pages, '/base/')).toBe(`# Palimpsest

> Shortens histories.

## Guides

- [Through the proxy](/base/docs/guides/proxy.md): For any agent.

## Packages

- [@palimpsest/engine](/base/packages/engine/index.md): Splits text.
- [Details of the engine](/base/docs/packages/engine.md): Lines.

## Reference


## API

- [API](/base/api/index.md): The exports.

## Project

- [Security](/base/SECURITY.md)
`);
});

test('the sidebar has the pages of docs/packages below their package', () => {
  const [guides, packages] = createSidebar(pages);
  expect(guides!.items!.map(({ text }) => text)).toEqual(['Overview', 'Through the proxy']);
  const details = { text: 'Details of the engine', link: '/docs/packages/engine.md' };
  expect(packages!.items).toEqual([
    { text: 'engine', link: '/packages/engine/index.md', items: [details] },
  ]);
});

test('rejects a link to a heading that does not exist', () => {
  mkdirSync(join(folder, 'a'));
  writeFileSync(join(folder, 'a/index.html'), '<h2 id="use"></h2><a href="./#use"></a>');
  const links = '<a href="./a/#use"></a><a class="x" href="./a/#gone"></a>';
  writeFileSync(join(folder, 'b.html'), links);
  expect(() => checkAnchors(folder)).toThrow(/^Links to no heading:\nb\.html: \.\/a\/#gone$/);
});
