import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const source = new URL('../src/', import.meta.url);
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
);

test('only modules in src/node import Node built-ins', () => {
  const importing = files.filter((name) =>
    /(?:from|import)\s*\(?\s*'node:/.test(readFileSync(new URL(name, source), 'utf8')),
  );
  expect(importing.length).toBeGreaterThan(0);
  expect(importing.filter((name) => !name.startsWith('node/'))).toEqual([]);
});

test('only the Node entry imports modules of src/node', () => {
  const importing = files.filter((name) =>
    readFileSync(new URL(name, source), 'utf8').includes("'./node/"),
  );
  expect(importing).toEqual(['node.ts']);
});
