import { codecs } from '@palimpsest/formats';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

test.each([
  ['the list of recognized formats', /^.*formats are recognized.*$/im],
  ['the option `format`', /^\| `format` .*$/m],
])('%s names every format in the README', (_, line) => {
  const [text = ''] = line.exec(readme) ?? [];
  const named = new Set(Array.from(text.matchAll(/`([\w-]+)`/g), ([, name]) => name));
  named.delete('format');
  expect(named).toEqual(new Set(Object.keys(codecs)));
});
