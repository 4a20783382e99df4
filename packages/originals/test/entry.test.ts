import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const source = new URL('../src/', import.meta.url);
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ name, text: readFileSync(new URL(name, source), 'utf8') }));

test('only modules in src/node import Node built-ins', () => {
  const importing = files.filter(({ text }) => /(?:from|import)\s*\(?\s*'node:/.test(text));
  expect(importing.length).toBeGreaterThan(0);
  expect(importing.filter(({ name }) => !name.startsWith('node/'))).toEqual([]);
});

test('only the Node entry imports modules of src/node', () => {
  const importing = files.filter(({ text }) => text.includes("'./node/"));
  expect(importing.map(({ name }) => name)).toEqual(['node.ts']);
});
