import type { IContent } from '@palimpsest/core-types';

const END = '--- End of content ---';
const HEADER = /^--- +(\S.*?) +---\s*$/;

/** A file included in a user message. */
export interface NewestInclusion {
  readonly entry: number;
  readonly path: string;
  /** From its header to the header of the next file or the end of the text, without white space at the end. */
  readonly text: string;
}

/** Returns the last inclusion of each file, by resolved path. A file appears twice if two of its names do not resolve to one path. */
export function newestInclusions(history: readonly IContent[]): Iterable<NewestInclusion> {
  const newest = new Map<string, NewestInclusion>();
  for (const [entry, content] of history.entries()) {
    if (content.speaker !== 'human') continue;
    for (const block of content.blocks) {
      if (block.type !== 'text') continue;
      for (const { path, text } of inclusionsOf(block.text)) {
        newest.set(resolved(path), { entry, path, text });
      }
    }
  }
  return newest.values();
}

/** Returns the number of file headers in a text. */
export function headersOf(text: string): number {
  return text.split('\n').filter(opens).length;
}

/** Returns the number of closing lines before the first file header. */
export function leftoverClosings(text: string): number {
  const lines = text.split('\n');
  const first = lines.findIndex(opens);
  return lines.slice(0, first < 0 ? lines.length : first).filter((line) => line.trimEnd() === END)
    .length;
}

function inclusionsOf(text: string): { readonly path: string; readonly text: string }[] {
  const lines = text.split('\n');
  const starts = [...lines.keys()].filter((at) => opens(lines[at]!));
  return starts.map((start, at) => ({
    path: HEADER.exec(lines[start]!)![1]!,
    text: lines
      .slice(start, starts[at + 1])
      .join('\n')
      .trimEnd(),
  }));
}

function opens(line: string): boolean {
  return line.trimEnd() !== END && HEADER.test(line);
}

/** Returns the same path for all names of a file in the working folder. */
function resolved(path: string): string {
  const parts: string[] = [];
  for (const part of (path.startsWith('/') ? path : `/w/${path}`).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}
