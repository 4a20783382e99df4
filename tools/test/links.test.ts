import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { packagePages } from '../package-pages.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8');
const readmes = globSync('packages/*/README.md', { cwd: root });

/** Returns the text without fenced code, whose brackets are no links. */
const withoutCode = (page: string): string => page.replaceAll(/^( *`{3,}).*?^\1$/gms, '');

/** Returns the anchors that GitHub gives to the headings of a page. */
function anchorsOf(page: string): string[] {
  return [...withoutCode(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Returns why a link leads nowhere; `undefined` for one that leads to a file and, if it names one, to a heading. */
function problemOf(from: string, link: string): string | undefined {
  const [path, anchor] = link.split('#') as [string, string?];
  const target = path === '' ? from : join(dirname(from), path);
  if (!existsSync(`${root}${target}`)) return `${link}: no such file`;
  if (anchor === undefined) return undefined;
  const page = target.endsWith('.md') ? target : `${target}/README.md`;
  return anchorsOf(read(page)).includes(anchor) ? undefined : `${link}: no such heading`;
}

test.each([...readmes, ...globSync('docs/**/*.md', { cwd: root }), 'README.md', 'AGENTS.md'])(
  'every link in %s leads to a file and to a heading of it',
  (path) => {
    const links = [...withoutCode(read(path)).matchAll(/\]\((?!\w+:)([^)\s]+)\)/g)];
    expect(links.flatMap(([, link]) => problemOf(path, link!) ?? [])).toEqual([]);
  },
);

test.each(readmes)('%s, or a page it links to, links to all pages of the package', (path) => {
  const [, ...pages] = packagePages(path.split('/')[1]!);
  const linked = new Set([path]);
  for (const from of linked) {
    for (const [, link] of read(from).matchAll(/\]\((?!\w+:)([^)\s#]+)/g)) {
      const target = join(dirname(from), link!);
      if (pages.includes(target)) linked.add(target);
    }
  }
  expect(pages.filter((page) => !linked.has(page))).toEqual([]);
});
