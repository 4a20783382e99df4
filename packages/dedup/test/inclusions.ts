import type { IContent } from '@palimpsest/core-types';

/** A file as a host includes it. */
export function included(path: string, content: string, lineBreak = '\n'): string {
  return [`--- ${path} ---`, content, '--- End of content ---', ''].join(lineBreak);
}

/** A human entry with one text block for each text. */
export function human(...texts: readonly string[]): IContent {
  return { speaker: 'human', blocks: texts.map((text) => ({ type: 'text', text })) };
}
