import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format } from 'node:util';
import { expect, test, vi } from 'vitest';
import { ENTRY_POINTS } from '../entry-points.ts';
import { packagePages } from '../package-pages.ts';

/**
 * The pages of every package, its README and `docs/packages`, show code that runs: their `ts` blocks are the files of `test/readme` in the
 * package.
 *
 * Comments state what a file prints, one for each line: after the statement that prints, or right below it if lines are long or many. A file
 * without such comments prints exactly the `text` block after it on its page. Test files run with all other tests.
 */

/** Packages whose pages show no TypeScript, with the reason. */
const WITHOUT_CODE: Readonly<Record<string, string>> = {
  cli: 'a command, used from a shell: its own tests run it',
  'claude-code': 'a plugin, used inside of Claude Code',
  opencode: 'a plugin, used inside of opencode',
  testing: 'private, for the tests of this repository',
};

/** Files that no page shows, with the reason. */
const NOT_SHOWN: Readonly<Record<string, string>> = {
  'adapter-ai-sdk/agent.ts': 'stands for the model and the tools a reader has',
  'adapter-mastra/worker.ts': 'stands for the model and the tools a reader has',
  'adapter-strands/worker.ts': 'stands for the model and the tools a reader has',
  'palimpsest/messages.ts': 'stands for the messages a reader has',
};

const root = new URL('../../', import.meta.url);
const packages = new URL('packages/', root);
const folders = readdirSync(packages);
const urlOf = (folder: string, path: string): URL => new URL(`${folder}/${path}`, packages);
const read = (folder: string, path: string): string => readFileSync(urlOf(folder, path), 'utf8');

const readPages = (folder: string): string[] =>
  packagePages(folder).map((path) => readFileSync(new URL(path, root), 'utf8'));

function namesIn(folder: string, path: string): string[] {
  return existsSync(urlOf(folder, path)) ? readdirSync(urlOf(folder, path)) : [];
}

const files = folders.flatMap((folder) =>
  namesIn(folder, 'test/readme').map((name) => ({ folder, name, id: `${folder}/${name}` })),
);

interface Block {
  readonly language: string;
  readonly code: string;
}

function blocksOf(page: string): Block[] {
  const found = page.matchAll(/^(`{3,})(\w*)\n([^]*?)^\1$/gm);
  return [...found].map(([, , language, code]) => ({ language: language!, code: code! }));
}

function promisedInComments(source: string): string[] {
  const promised: string[] = [];
  let isBeneath = false;
  for (const line of source.split('\n')) {
    const [, beneath] = /^ *\/\/ (.+)$/.exec(line) ?? [];
    if (beneath !== undefined && isBeneath) promised.push(beneath);
    else isBeneath = line.includes('console.log(');
    const [, behind] = /console\.log\(.*\); \/\/ (.+)$/.exec(line) ?? [];
    if (behind !== undefined) promised.push(behind);
  }
  return promised;
}

function promisedBy(folder: string, source: string): string[] {
  const comments = promisedInComments(source);
  if (comments.length > 0) return comments;
  const blocks = readPages(folder).flatMap(blocksOf);
  const next = blocks[blocks.findIndex(({ code }) => code === source) + 1];
  return next?.language === 'text' ? next.code.trimEnd().split('\n') : [];
}

async function printedBy(url: URL): Promise<string[]> {
  const print = vi.spyOn(console, 'log').mockReturnValue();
  try {
    await import(url.href);
    return print.mock.calls.flatMap((values) =>
      format(...values)
        .trimEnd()
        .split('\n'),
    );
  } finally {
    print.mockRestore();
  }
}

/** Returns whether a test of the package, or another file that its pages show, imports a file. */
function isUsed({ folder, name }: { readonly folder: string; readonly name: string }): boolean {
  const tests = globSync('**/*.ts', { cwd: fileURLToPath(urlOf(folder, 'test')) });
  return tests.some((path) => {
    const specifier = path.startsWith('readme/')
      ? './'
      : `${path.includes('/') ? '../' : './'}readme/`;
    return read(folder, `test/${path}`).includes(`from '${specifier}${name}'`);
  });
}

const withCode = folders.filter((folder) => !(folder in WITHOUT_CODE));

test.each(withCode)(
  'the pages of %s show all files of test/readme and no other code, the README at least one',
  (folder) => {
    const [readme, ...others] = readPages(folder).map((page) =>
      blocksOf(page)
        .filter(({ language }) => language === 'ts')
        .map(({ code }) => code),
    );
    const own = files.filter((file) => file.folder === folder && !(file.id in NOT_SHOWN));
    expect(readme).not.toEqual([]);
    const shown = [...readme!, ...others.flat()];
    expect(shown.toSorted()).toEqual(
      own.map(({ name }) => read(folder, `test/readme/${name}`)).toSorted(),
    );
  },
);

const withReadme = folders.filter((folder) => namesIn(folder, '.').includes('README.md'));

test.each(withReadme)(
  'the README of %s has at most 150 lines; docs/packages has the rest',
  (folder) => {
    expect(read(folder, 'README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(150);
  },
);

/** Packages whose exports are all for applications. The others export parts for other packages, too. */
const FOR_APPLICATIONS = [
  'compat',
  'conformance',
  'core-types',
  'originals',
  'providers',
  'strategy-extractive',
  'strategy-high-density',
];

test.each(FOR_APPLICATIONS)('the pages of %s name every export', async (folder) => {
  const entries = ENTRY_POINTS.filter(({ owner }) => owner === `@palimpsest/${folder}`);
  const modules = await Promise.all(entries.map(({ source }) => import(source)));
  const names = modules.flatMap((module: object) => Object.keys(module));
  expect(names.length).toBeGreaterThan(0);
  const pages = readPages(folder).join('\n');
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(pages))).toEqual([]);
});

/** Returns the package of an import specifier; `undefined` for a relative one or a module of Node. */
function packageOf(specifier: string): string | undefined {
  if (/^(?:\.|node:)/.test(specifier)) return undefined;
  return /^(?:@[^/]+\/)?[^/]+/.exec(specifier)![0];
}

function installedOn(page: string): string[] {
  const lines = page.matchAll(/^(?:npm|pi) install (?:-\S+ )*(?:npm:)?([^#\n]+)/gm);
  return [...lines].flatMap(([, names]) => names!.trim().split(' '));
}

test.each(withCode.flatMap(packagePages))(
  'the code of %s imports what this page or the README installs, and nothing that does not exist',
  (path) => {
    const page = readFileSync(new URL(path, root), 'utf8');
    const [, folder] = /^(?:docs\/)?packages\/([\w-]+)/.exec(path)!;
    const installed = [page, read(folder!, 'README.md')].flatMap(installedOn);
    const imported = blocksOf(page)
      .filter(({ language }) => language === 'ts')
      .flatMap(({ code }) => [...code.matchAll(/(?:from|import\() ?'([^']+)'/g)])
      .flatMap(([, specifier]) => packageOf(specifier!) ?? []);
    expect(imported.filter((name) => !installed.includes(name))).toEqual([]);
    const own = installed.filter((name) => /^(?:@palimpsest\/|palimpsest$)/.test(name));
    expect(own.filter((name) => !folders.includes(name.replace('@palimpsest/', '')))).toEqual([]);
  },
);

/** Adapters without state: their session is named at start. */
const STARTED = new Set(['adapter-mcp']);

test.each(folders.filter((folder) => folder.startsWith('adapter-') && !STARTED.has(folder)))(
  'the README of %s says whose conversations one adapter is for',
  (folder) => {
    expect(read(folder, 'README.md')).toMatch(
      /One adapter is one session[^\n]*ake one for each (?:user|person)/,
    );
  },
);

const isTest = ({ name }: { readonly name: string }): boolean => name.endsWith('.test.ts');

test.each(files.filter((file) => !isTest(file)))(
  '$id prints what is promised, or a test uses it',
  async (file) => {
    const { folder, name } = file;
    const printed = await printedBy(urlOf(folder, `test/readme/${name}`));
    const promised = promisedBy(folder, read(folder, `test/readme/${name}`));
    expect(printed).toEqual(promised);
    expect(printed.length > 0 || isUsed(file)).toBe(true);
  },
);

/** Pages whose code is checked by tests of their own: `readme.test.ts`, `guide.test.ts`. */
const WITH_OWN_TESTS = ['docs/guide.md', 'docs/write-your-own.md', 'docs/guides/*.md'];

test('every other page under docs that shows TypeScript is a page of a package', () => {
  const cwd = fileURLToPath(root);
  const tested = new Set([...folders.flatMap(packagePages), ...globSync(WITH_OWN_TESTS, { cwd })]);
  const others = globSync('docs/**/*.md', { cwd }).filter((path) => !tested.has(path));
  const shown = (path: string) => blocksOf(readFileSync(new URL(path, root), 'utf8'));
  expect(others.filter((path) => shown(path).some(({ language }) => language === 'ts'))).toEqual(
    [],
  );
  expect(others.filter((path) => path.startsWith('docs/packages/'))).toEqual([]);
});
