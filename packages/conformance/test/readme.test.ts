import { readFileSync } from 'node:fs';
import * as conformance from '@palimpsest/conformance';
import { expect, test } from 'vitest';
import { report } from './readme/use.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

test.each(['use', 'plugin'])('the README shows the very code that runs here: %s', (name) => {
  const source = readFileSync(new URL(`readme/${name}.ts`, import.meta.url), 'utf8');
  expect(readme).toContain(`\`\`\`ts\n${source}\`\`\``);
  expect(readme.split('```ts\n')).toHaveLength(3);
});

test('the strategy of the README breaks no law', () => {
  expect(report).toMatchObject({ strategy: 'leave-it', runs: 500 });
  expect(report).not.toHaveProperty('counterexample');
});

test('the README names every export', () => {
  for (const name of Object.keys(conformance)) expect(readme).toContain(`\`${name}`);
});
