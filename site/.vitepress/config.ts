import { cpSync, existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { checkAnchors } from '../check-anchors.ts';
import { createSidebar } from '../sidebar.ts';
import { SOURCES, stage } from '../stage.ts';

const root = join(import.meta.dirname, '../..');
const pagesFolder = join(root, 'site/pages');
/** Path of the site on its host, with a slash at both ends: a release can be kept at a path of its own. */
const base = process.env['SITE_BASE'] ?? '/';

const pages = stage(root, pagesFolder, base);
const hasPlayground = existsSync(join(pagesFolder, 'public/playground'));

export default defineConfig({
  base,
  title: 'Palimpsest',
  description: pages[0]!.summary,
  // No icon: browsers ask for none.
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  srcDir: 'pages',
  srcExclude: ['public/**'],
  outDir: 'dist',
  cacheDir: 'node_modules/.vitepress',
  markdown: {
    html: false,
    // The anchors that the links in the repository use.
    anchor: {
      slugify: (heading) =>
        heading
          .trim()
          .toLowerCase()
          .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
          .replaceAll(/\s/g, '-'),
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: createSidebar(pages),
    nav: [
      { text: 'Guide', link: '/docs/guide' },
      { text: 'Packages', link: '/docs/packages' },
      { text: 'API', link: '/api/' },
      { text: 'Benchmarks', link: '/docs/benchmarks' },
      ...(hasPlayground ? [{ text: 'Playground', link: '/playground/', target: '_self' }] : []),
    ],
  },
  vite: {
    build: { chunkSizeWarningLimit: 2_000 },
    plugins: [
      {
        name: 'stage-again',
        configureServer({ watcher }) {
          const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root }));
          watcher.add(files.map((file) => join(root, file)));
          watcher.on('change', (path) => {
            if (!path.startsWith(pagesFolder)) stage(root, pagesFolder, base);
          });
        },
      },
    ],
  },
  buildEnd({ outDir }) {
    checkAnchors(outDir);
    // The Markdown of each page, to which llms.txt leads.
    for (const { path } of pages) cpSync(join(pagesFolder, path), join(outDir, path));
  },
});
