export interface Page {
  /** Path in the site, with the ending `.md`. */
  readonly path: string;
  /** First heading, as plain text. */
  readonly title: string;
  /** First sentence below it, as plain text; empty if there is none. */
  readonly summary: string;
  readonly section: Section;
  readonly text: string;
}

export const SECTIONS = ['Guides', 'Packages', 'Reference', 'API', 'Project'] as const;
type Section = (typeof SECTIONS)[number];

const RULES: readonly (readonly [RegExp, Section])[] = [
  [/^(?:index|docs\/(?:guide|write-your-own)|docs\/guides\/.+)\.md$/, 'Guides'],
  [/^(?:docs\/)?packages[/.]/, 'Packages'],
  [/^api\//, 'API'],
  [/^(?:docs\/(?!releases)|examples)/, 'Reference'],
];

/** Creates the page of a Markdown file. A `README.md` becomes the index of its folder. */
export function createPage(file: string, text: string): Page {
  const path = file.replace(/README\.md$/, 'index.md');
  const [, title, rest] = /^# (.+)\n([^]*)$/m.exec(text)!;
  const [, paragraph = ''] = /^(?![_#!`|-])(.+)$/m.exec(rest!) ?? [];
  const [summary] = /^.*?\.(?= |$)|^.*$/.exec(plainText(paragraph))!;
  const [, section] = RULES.find(([pattern]) => pattern.test(path)) ?? [null, 'Project' as const];
  return { path, title: plainText(title!), summary, section, text };
}

function plainText(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]*)\]\([^)]*\)|[`*]/g, '$1');
}
