import { readFileSync } from 'node:fs';
import * as classifier from '@palimpsest/classifier';
import { expect, test } from 'vitest';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

test('the README names every export, every reason and every rule', () => {
  const names = [
    ...Object.keys(classifier),
    ...classifier.REASONS,
    ...classifier.preservationRules().map(({ name }) => name),
  ];
  for (const name of names) expect(readme).toContain(`\`${name}\``);
});
