import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { format } from 'node:util';
import { expect, test, vi } from 'vitest';

/**
 * The README of every package shows code that runs: its `ts` blocks are the files of `test/readme` in the package.
 *
 * Comments state what a file prints, one for each line: after the statement that prints, or right below it if lines are long or many. A file
 * without such comments prints exactly the `text` block after it in the README. Test files run with all other tests.
 */

/** Packages whose README shows no TypeScript, with the reason. */
const WITHOUT_CODE: Readonly<Record<string, string>> = {
  cli: 'a command, used from a shell: its own tests run it',
  'claude-code': 'a plugin, used inside of Claude Code',
  opencode: 'a plugin, used inside of opencode',
};

/** Files that no README shows, with the reason. */
const NOT_SHOWN: Readonly<Record<string, string>> = {
  'adapter-ai-sdk/agent.ts': 'stands for the model and the tools a reader has',
  'adapter-mastra/worker.ts': 'stands for the model and the tools a reader has',
  'palimpsest/messages.ts': 'stands for the messages a reader has',
};

const packages = new URL('../../packages/', import.meta.url);
const folders = readdirSync(packages);
const urlOf = (folder: string, path: string): URL => new URL(`${folder}/${path}`, packages);
const read = (folder: string, path: string): string => readFileSync(urlOf(folder, path), 'utf8');

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

function blocksOf(readme: string): Block[] {
  const found = readme.matchAll(/^(`{3,})(\w*)\n([^]*?)^\1$/gm);
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
  const blocks = blocksOf(read(folder, 'README.md'));
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

/** Returns whether a test of the package, or another file that its README shows, imports a file. */
function isUsed({ folder, name }: { readonly folder: string; readonly name: string }): boolean {
  const imports = (path: string, specifier: string) =>
    path.endsWith('.ts') && read(folder, path).includes(`from '${specifier}${name}'`);
  return (
    namesIn(folder, 'test').some((other) => imports(`test/${other}`, './readme/')) ||
    namesIn(folder, 'test/readme').some((other) => imports(`test/readme/${other}`, './'))
  );
}

const withCode = folders.filter((folder) => !(folder in WITHOUT_CODE));

test.each(withCode)(
  'the README of %s shows all files of test/readme and no other code',
  (folder) => {
    const shown = blocksOf(read(folder, 'README.md'))
      .filter(({ language }) => language === 'ts')
      .map(({ code }) => code);
    const own = files.filter((file) => file.folder === folder && !(file.id in NOT_SHOWN));
    expect(shown).not.toEqual([]);
    expect(shown.toSorted()).toEqual(
      own.map(({ name }) => read(folder, `test/readme/${name}`)).toSorted(),
    );
  },
);

/** Returns the package of an import specifier; `undefined` for a relative one or a module of Node. */
function packageOf(specifier: string): string | undefined {
  if (/^(?:\.|node:)/.test(specifier)) return undefined;
  return /^(?:@[^/]+\/)?[^/]+/.exec(specifier)![0];
}

test.each(withCode)(
  'the README of %s installs what its code imports, and nothing that does not exist',
  (folder) => {
    const readme = read(folder, 'README.md');
    const installed = [
      ...readme.matchAll(/^(?:npm|pi) install (?:-\S+ )*(?:npm:)?([^#\n]+)/gm),
    ].flatMap(([, names]) => names!.split(' '));
    const imported = blocksOf(readme)
      .filter(({ language }) => language === 'ts')
      .flatMap(({ code }) => [...code.matchAll(/(?:from|import\() ?'([^']+)'/g)])
      .flatMap(([, specifier]) => packageOf(specifier!) ?? []);
    expect(imported.filter((name) => !installed.includes(name))).toEqual([]);
    const own = installed.filter((name) => /^(?:@palimpsest\/|palimpsest$)/.test(name));
    expect(own.filter((name) => !folders.includes(name.replace('@palimpsest/', '')))).toEqual([]);
  },
);

test.each(Object.keys(NOT_SHOWN))('the README describes %s, which its code imports', (id) => {
  const [folder, name] = id.split('/');
  const words = read(folder!, 'README.md').replaceAll(/^(`{3,})\w*\n[^]*?^\1$/gm, '');
  expect(words).toContain(`\`./${name}\` holds`);
});

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

test('every exception still applies', () => {
  for (const folder of Object.keys(WITHOUT_CODE)) {
    expect(folders).toContain(folder);
    const readme = namesIn(folder, '.').includes('README.md') ? read(folder, 'README.md') : '';
    expect(blocksOf(readme).filter(({ language }) => language === 'ts')).toEqual([]);
  }
  expect(files.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.keys(NOT_SHOWN)));
});
