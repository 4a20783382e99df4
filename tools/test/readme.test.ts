import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const readme = readFileSync(`${root}README.md`, 'utf8');

/** Examples that the README quotes, completely or in part. */
const EXAMPLES = [
  'compress',
  'summarize',
  'agent-loop',
  'restore',
  'custom-strategy',
  'replace-a-part',
];

/** Examples of adapters, with simulated models. */
const ADAPTERS = readdirSync(`${root}examples`)
  .filter((file) => file.startsWith('adapter-'))
  .map((file) => file.replace(/\.ts$/, ''));

test('every TypeScript example of the README is part of exactly one file under examples', () => {
  const sources = [...EXAMPLES, ...ADAPTERS].map((name) =>
    readFileSync(`${root}examples/${name}.ts`, 'utf8'),
  );
  const quotes = [...readme.matchAll(/```ts\n([^]*?)```/g)].map(([, code]) => code!);
  expect(quotes.length).toBeGreaterThan(1);
  for (const quote of quotes)
    expect(sources.filter((source) => source.includes(quote))).toHaveLength(1);
});

test.each([...EXAMPLES, ...ADAPTERS])('examples/%s.ts runs', (name) => {
  const output = execFileSync(
    process.execPath,
    ['--conditions=@palimpsest/source', `examples/${name}.ts`],
    { cwd: root, encoding: 'utf8' },
  );
  expect(output).toMatch(/\d+ (?:tokens|messages) became \d+/);
});

test('every page that the README links to exists', () => {
  const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, path]) => path!);
  expect(links.filter((path) => !existsSync(`${root}${path}`))).toEqual([]);
});
