import * as main from '@palimpsest/originals';
import * as node from '@palimpsest/originals/node';
import * as recall from '@palimpsest/originals/recall';
import * as search from '@palimpsest/originals/search';
import * as unstorage from '@palimpsest/originals/unstorage';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

test('the README names every export', () => {
  for (const name of [main, node, recall, search, unstorage].flatMap(Object.keys))
    expect(readme).toContain(`\`${name}`);
});
