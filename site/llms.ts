import { SECTIONS, type Page } from './page.ts';

/** Returns `llms.txt`: the pages, by section, with one line about each. Their addresses lead to Markdown. */
export function formatIndex([home, ...pages]: readonly Page[], base: string): string {
  const lineOf = ({ path, title, summary }: Page): string =>
    `- [${title}](${base}${path})${summary && `: ${summary}`}\n`;
  const sections = SECTIONS.map((section) => {
    const listed = pages.filter((page) => page.section === section);
    // The first page of the API lists the others.
    const lines = (section === 'API' ? listed.slice(0, 1) : listed).map(lineOf);
    return `\n## ${section}\n\n${lines.join('')}`;
  });
  return `# ${home!.title}\n\n> ${home!.summary}\n${sections.join('')}`;
}

/** Returns `llms-full.txt`: the text of all pages, except the API. */
export function formatFullText(pages: readonly Page[]): string {
  return pages
    .filter(({ section }) => section !== 'API')
    .map(({ text }) => text)
    .join('\n');
}
