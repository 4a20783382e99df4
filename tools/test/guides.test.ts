import { copyFileSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { createCommand } from '../../packages/cli/test/command.ts';
import { buildPage } from '../../packages/report/page/build-page.ts';
import { publishedPackages } from '../published-packages.ts';

/**
 * The commands in `docs/guides` and `docs/report.md`. Those that read and write files run, one after the other, in a folder with `session.json`, the example of this
 * repository; a `text` block is part of what they print. Of those that start a server or an agent, or change a configuration, each option
 * exists. All other commands are quoted from the README of a package. `readme.test.ts` has the TypeScript.
 */

const root = fileURLToPath(new URL('../../', import.meta.url));
const guides = globSync('docs/guides/*.md', { cwd: root });
const pages = [...guides, 'docs/report.md'];

/** Subcommands that neither run another program nor wait. */
const RUNS = new Set(['inspect', 'compress', 'diff', 'restore', 'recall', 'strategies']);

/** Whether a command runs: a session for an agent would go into the home of who runs the tests. */
const runs = (name: string, args: readonly string[]): boolean =>
  RUNS.has(name) || (name === 'handoff' && args.includes('text'));

const packages = publishedPackages();
const names = new Set(packages.map(({ manifest }) => manifest.name));
const readmes = packages.map(({ folder }) => readFileSync(`${folder}/README.md`, 'utf8')).join();

const { folder: session, run } = createCommand();
copyFileSync(`${root}examples/session.json`, `${session}/session.json`);
const messages = JSON.parse(readFileSync(`${root}examples/session.json`, 'utf8')) as unknown;
writeFileSync(`${session}/session.jsonl`, JSON.stringify({ messages }));

// What `--html` writes.
beforeAll(() => buildPage('report'));

/** Runs a line of a guide, or checks what it names. Returns what it prints, and what is wrong with it. */
async function follow(line: string): Promise<{ printed: string; problems: readonly string[] }> {
  const [program, name, ...rest] = line.split(' ');
  if (program === 'npm') {
    const own = rest.filter((one) => /^@?palimpsest\b/.test(one));
    return { printed: '', problems: own.filter((one) => !names.has(one)) };
  }
  if (program !== 'palimpsest') {
    return { printed: '', problems: readmes.includes(line) ? [] : [line] };
  }
  const end = rest.indexOf('--');
  const args = end < 0 ? rest : rest.slice(0, end);
  const isRun = runs(name!, args);
  const { code, stdout, stderr } = await run([name!, ...(isRun ? args : ['--help'])]);
  const unknown = args.filter((one) => !isRun && one.startsWith('--') && !stdout.includes(one));
  const failed = code === 0 ? [] : [`${line}: ${stderr}`];
  return { printed: stdout + stderr, problems: [...failed, ...unknown] };
}

/** Follows all blocks of a page, and returns what is wrong with them. */
async function problemsOf(page: string): Promise<readonly string[]> {
  const problems: string[] = [];
  let printed = '';
  for (const [, language, code] of page.matchAll(/^```(\w*)\n([^]*?)^```$/gm)) {
    const lines = code!.trimEnd().split('\n');
    if (language === 'sh') {
      printed = '';
      for (const line of lines) {
        const followed = await follow(line);
        printed += followed.printed;
        problems.push(...followed.problems);
      }
    } else if (language === 'text') {
      problems.push(...lines.filter((line) => !printed.includes(line)));
    } else if (language !== 'ts') problems.push(`A block of ${language}: expected sh, text or ts.`);
  }
  return problems;
}

test.each(pages)('every command of %s works, or is one that a package names', async (path) => {
  expect(await problemsOf(readFileSync(`${root}${path}`, 'utf8'))).toEqual([]);
});

test.each(pages)('every `palimpsest` command in the text of %s exists', async (path) => {
  const page = readFileSync(`${root}${path}`, 'utf8');
  for (const [, name] of page.matchAll(/`palimpsest ([a-z]+)/g)) {
    expect((await run([name!, '--help'])).code).toBe(0);
  }
});

test.each(guides)('%s is short', (path) => {
  expect(readFileSync(`${root}${path}`, 'utf8').split('\n').length).toBeLessThanOrEqual(81);
});
