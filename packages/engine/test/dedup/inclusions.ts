import type { IContent } from '@palimpsest/core-types';

/** Formats a file as a host includes it. */
export function included(path: string, content: string, lineBreak = '\n'): string {
  return [`--- ${path} ---`, content, '--- End of content ---', ''].join(lineBreak);
}

/** Creates a user entry with one text block per text. */
export function human(...texts: readonly string[]): IContent {
  return { speaker: 'human', blocks: texts.map((text) => ({ type: 'text', text })) };
}
