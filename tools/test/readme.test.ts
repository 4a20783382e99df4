import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { drawSession } from '../picture/draw-session.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const readme = readFileSync(`${root}README.md`, 'utf8');
const guide = readFileSync(`${root}docs/guide.md`, 'utf8');

/** Examples that the README and the guide quote, completely or in part. */
const EXAMPLES = [
  'compress',
  'summarize',
  'agent-loop',
  'restore',
  'custom-strategy',
  'replace-a-part',
  'agent-tools',
  'smaller-window',
];

/** Examples of adapters, with simulated models. */
const ADAPTERS = readdirSync(`${root}examples`)
  .filter((file) => file.startsWith('adapter-'))
  .map((file) => file.replace(/\.ts$/, ''));

test.each([
  ['README.md', readme],
  ['docs/guide.md', guide],
])('every TypeScript example of %s is part of exactly one file under examples', (_, page) => {
  const sources = [...EXAMPLES, ...ADAPTERS].map((name) =>
    readFileSync(`${root}examples/${name}.ts`, 'utf8'),
  );
  const quotes = [...page.matchAll(/```ts\n([^]*?)```/g)].map(([, code]) => code!);
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

test.each(['README.md', 'docs/guide.md', 'docs/packages.md'])(
  'every page that %s links to exists',
  (page) => {
    const text = readFileSync(`${root}${page}`, 'utf8');
    const folder = page.startsWith('docs/') ? `${root}docs/` : root;
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, path]) => path!);
    expect(links.filter((path) => !existsSync(`${folder}${path}`))).toEqual([]);
  },
);

test('docs/packages.md lists every package', () => {
  const listed = readFileSync(`${root}docs/packages.md`, 'utf8');
  const missing = readdirSync(`${root}packages`).filter(
    (name) => !listed.includes(`(../packages/${name})`),
  );
  expect(missing).toEqual([]);
});

test('the README is short', () => {
  expect(readme.split('\n').length).toBeLessThanOrEqual(150);
});

test('the picture of the README shows what the strategy does today', async () => {
  const picture = await drawSession();
  expect(readFileSync(`${root}docs/images/session.svg`, 'utf8')).toBe(picture);
  const [, tokens] = /Before: ([\d,]+) tokens/.exec(picture)!;
  expect(readme).toContain(`session of ${tokens} tokens`);
});
