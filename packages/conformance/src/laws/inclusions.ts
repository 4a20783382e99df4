import type { IContent } from '@palimpsest/core-types';

const END = '--- End of content ---';
const HEADER = /^--- +(\S.*?) +---\s*$/;

/** A file in what a person said, from its opening line to what stands behind it in the same text. */
export interface NewestInclusion {
  readonly entry: number;
  readonly path: string;
  /** Up to where the next file opens, without the line breaks there. */
  readonly text: string;
}

/** Where each file is included last; one under two names of its path may be told twice. */
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

/** How many files a text opens. */
export function headersOf(text: string): number {
  return text.split('\n').filter(opens).length;
}

/** How many closing lines stand before any file opens. */
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

/** The same for all names of a path in the working folder. */
function resolved(path: string): string {
  const parts: string[] = [];
  for (const part of (path.startsWith('/') ? path : `/w/${path}`).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}
