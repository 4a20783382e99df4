import type { DefaultTheme } from 'vitepress';
import { SECTIONS, type Page } from './page.ts';

/** Sections with many pages: closed until one of them is open. */
const COLLAPSED = new Set(['Packages', 'API']);

/** Returns the sidebar: all pages by section, the pages of `docs/packages` below their package. */
export function createSidebar(pages: readonly Page[]): DefaultTheme.SidebarItem[] {
  return SECTIONS.map((section) => {
    const items = new Map<string, DefaultTheme.SidebarItem>();
    for (const page of pages.filter((one) => one.section === section)) {
      const text =
        page.path === 'index.md'
          ? 'Overview'
          : page.title.replace(/^(?:API of )?(?:@palimpsest\/)?/, '');
      const item = { text, link: `/${page.path}` };
      const [, name] = /^(?:docs\/)?packages\/([\w-]+)/.exec(page.path) ?? [];
      const parent = name === undefined ? undefined : items.get(name);
      if (parent === undefined) items.set(name ?? page.path, item);
      else (parent.items ??= []).push(item);
    }
    const closed = COLLAPSED.has(section) ? { collapsed: true } : {};
    return { text: section, ...closed, items: [...items.values()] };
  });
}
