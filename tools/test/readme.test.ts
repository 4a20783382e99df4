import { execFileSync } from 'node:child_process';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { drawSession } from '../picture/draw-session.ts';
import { publishedPackages } from '../published-packages.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const readme = readFileSync(`${root}README.md`, 'utf8');

/** Pages with code of programs that run; `guide.test.ts` has the page that is followed, `package-readmes.test.ts` those of packages. */
const pages = ['README.md', ...globSync('docs/{*,guides/*}.md', { cwd: root })].filter(
  (page) => page !== 'docs/write-your-own.md',
);

/** Examples that the pages quote, completely or in part. */
const EXAMPLES = [
  'clean-window',
  'compress',
  'summarize',
  'agent-loop',
  'own-loop',
  'restore',
  'custom-strategy',
  'replace-a-part',
  'agent-tools',
  'smaller-window',
  'serverless',
];

/** Examples of adapters, with simulated models. */
const ADAPTERS = readdirSync(`${root}examples`)
  .filter((file) => file.startsWith('adapter-'))
  .map((file) => file.replace(/\.ts$/, ''));

test.each(pages)('every TypeScript example of %s is part of exactly one file that runs', (page) => {
  const examples = [...EXAMPLES, ...ADAPTERS].map((name) => `examples/${name}.ts`);
  const sources = [...examples, ...globSync('packages/*/test/readme/*.ts', { cwd: root })].map(
    (path) => readFileSync(`${root}${path}`, 'utf8'),
  );
  const text = readFileSync(`${root}${page}`, 'utf8');
  for (const [, code] of text.matchAll(/```[tj]sx?\n([^]*?)```/g)) {
    expect(sources.filter((source) => source.includes(code!))).toHaveLength(1);
  }
});

test.each([...EXAMPLES, ...ADAPTERS])('examples/%s.ts runs', (name) => {
  const output = execFileSync(
    process.execPath,
    ['--conditions=@palimpsest/source', `examples/${name}.ts`],
    { cwd: root, encoding: 'utf8' },
  );
  expect(output).toMatch(/\d+ (?:tokens|messages) became \d+/);
});

test('the step in the README, before and after, is what the first command prints', () => {
  const args = ['--conditions=@palimpsest/source', 'examples/start.ts'];
  const output = execFileSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: 'pipe',
  });
  const [, before, more, after] = /```text\n([^]*?)… (\d+) more lines\n\n([^]*?)```/.exec(readme)!;
  const [call, report] = output.replaceAll(/^ {4}/gm, '').split('in the report that replaces');
  expect(call).toContain(before);
  expect(report).toContain(after);
  const [, others] = /result of grep:\n(?:.*\n){8}… (\d+) more lines/.exec(call!)!;
  expect(before!.split('\n').length - 1 + Number(more)).toBe(8 + Number(others));
});

test('docs/packages.md lists every published package', () => {
  const listed = readFileSync(`${root}docs/packages.md`, 'utf8');
  const missing = publishedPackages().filter(
    ({ name }) => !listed.includes(`(../packages/${name})`),
  );
  expect(missing).toEqual([]);
});

test('the README is short', () => {
  expect(readme.split('\n').length).toBeLessThanOrEqual(121);
});

test('the picture of the README shows what the strategy does today', async () => {
  const picture = await drawSession();
  expect(readFileSync(`${root}docs/images/session.svg`, 'utf8')).toBe(picture);
  const [, tokens] = /Before: ([\d,]+) tokens/.exec(picture)!;
  expect(readme).toContain(`session of ${tokens} tokens`);
});
