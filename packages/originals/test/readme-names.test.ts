import * as main from '@palimpsest/originals';
import * as guard from '@palimpsest/originals/guard';
import * as node from '@palimpsest/originals/node';
import * as recall from '@palimpsest/originals/recall';
import * as redis from '@palimpsest/originals/redis';
import * as search from '@palimpsest/originals/search';
import * as unstorage from '@palimpsest/originals/unstorage';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const pages = ['originals', 'originals/recall', 'originals/sessions'].map((page) =>
  readFileSync(new URL(`../../../docs/packages/${page}.md`, import.meta.url), 'utf8'),
);

test('the documentation names every export', () => {
  for (const name of [main, guard, node, recall, redis, search, unstorage].flatMap(Object.keys))
    expect(pages.join('\n')).toContain(`\`${name}`);
});
