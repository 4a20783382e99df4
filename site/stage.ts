import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { publishedPackages } from '../tools/published-packages.ts';
import { rewriteLinks } from './links.ts';
import { formatFullText, formatIndex } from './llms.ts';
import { createPage, type Page } from './page.ts';

/** The Markdown that becomes pages, at the paths that it has in the repository, in the order of the sidebar. */
const MARKDOWN = [
  'README.md',
  'docs/*.md',
  'packages/*/README.md',
  'docs/**/*.md',
  'examples/README.md',
  'examples/service/README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
];
const PICTURES = 'docs/**/*.{svg,png}';
/** All files that pages are made from, except code that they link to. */
export const SOURCES = [...MARKDOWN, PICTURES, 'api/*.md'];

/** A built static page that the site serves at `/playground/`, if it exists. */
const PLAYGROUND = 'playground/dist';

/** Writes all pages of the site and its static files into the folder `out`, and returns the pages. */
export function stage(root: string, out: string, base: string): readonly Page[] {
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  const find = (...patterns: readonly string[]): Set<string> =>
    new Set(patterns.flatMap((pattern) => globSync(pattern, { cwd: root }).toSorted()));
  const linked = new Set<string>();
  const pageOf = (path: string, text: string): Page =>
    createPage(path, rewriteLinks(text, path, root, linked));

  const pages = [
    ...[...find(...MARKDOWN)].map((path) => pageOf(path, read(path))),
    ...apiPages(read).map(([path, text]) => pageOf(path, text)),
  ];
  const sources = [...linked].map((path) =>
    createPage(`${path}.md`, `# ${path}\n\n\`\`\`\`ts\n${read(path)}\`\`\`\`\n`),
  );

  rmSync(out, { recursive: true, force: true });
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(out, path)), { recursive: true });
    writeFileSync(join(out, path), text);
  };
  for (const { path, text } of [...pages, ...sources]) write(path, text);
  for (const path of find(PICTURES)) {
    cpSync(join(root, path), join(out, path));
    cpSync(join(root, path), join(out, 'public', path));
  }
  for (const folder of find(PLAYGROUND)) {
    cpSync(join(root, folder), join(out, 'public/playground'), { recursive: true });
  }
  write('public/llms.txt', formatIndex(pages, base));
  write('public/llms-full.txt', formatFullText(pages));
  return pages;
}

/** Returns a page for each API report, with the version of its package, and a page that lists them. */
function apiPages(read: (path: string) => string): [path: string, text: string][] {
  const packages = publishedPackages();
  const rows = packages.map(
    ({ name, manifest }) => `| [${manifest.name}](${name}.md) | ${manifest.version} |\n`,
  );
  const list = `# API\n\nThe public exports of every package, from its declarations.\n\n| package | version |\n| --- | --- |\n${rows.join('')}`;
  const reports = packages.map(({ name, manifest }): [string, string] => {
    const [, ...sections] = read(`api/${name}.md`).split('\n\n');
    const link = `[${manifest.name}](../packages/${name}/README.md)`;
    const head = `# API of ${manifest.name} ${manifest.version}\n\nWhat the package does: ${link}`;
    return [`api/${name}.md`, [head, ...sections].join('\n\n')];
  });
  return [['api/README.md', list], ...reports];
}
