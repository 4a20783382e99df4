import {
  formatRepeatedFileMarker,
  type ContentBlock,
  type DuplicateFinder,
  type IContent,
  type RepeatedInclusions,
  type TextBlock,
} from '@palimpsest/core-types';
import { resolvePath } from '../tools/index.ts';

/** A part of a text: what a host included of a file, the line that closes one or several files, or other text. */
interface Part {
  readonly text: string;
  /** The included file; absent for other text. */
  readonly file?: {
    readonly path: string;
    /** Text from the first to the last possible closing line: content of the file, or text after it. Empty if only one is possible. */
    readonly doubtful: string;
  };
  readonly isClosing: boolean;
}

/** A line `--- src/a.ts ---` before the content of a file, or `--- End of content ---` after one or several. */
const MARK = /(?<![^\n])--- ([^\n]*) ---[^\S\n]*(?:\n|$)/g;
const CLOSING = 'End of content';

/**
 * Splits a text into its parts. A file reaches to the next opening line, or to the last closing line before it. One that is not closed is text.
 * Linear.
 */
function splitAtFiles(text: string): Part[] {
  const marks = [...text.matchAll(MARK)].filter(([, name = '']) => name.trim() !== '');
  const isClosing = (at: number): boolean => marks[at]?.[1] === CLOSING;
  const last = marks.findLastIndex((_, at) => isClosing(at));
  const parts: Part[] = [];
  let start = 0;
  const add = (end: number, kind: Omit<Part, 'text'>): void => {
    if (end > start) parts.push({ text: text.slice(start, end), ...kind });
    start = end;
  };
  for (let at = 0; at <= last; at += 1) {
    const { 0: line, 1: name = '', index } = marks[at]!;
    add(index, { isClosing: false });
    if (isClosing(at)) add(index + line.length, { isClosing: true });
    else {
      const first = at + 1;
      while (isClosing(at + 1) && isClosing(at + 2)) at += 1;
      const end = marks[at + 1]!.index;
      const doubtful = text.slice(marks[first]!.index, end);
      add(end, { file: { path: name.trim(), doubtful }, isClosing: false });
    }
  }
  add(text.length, { isClosing: false });
  return parts;
}

/**
 * Keeps the newest inclusion of every file that user entries include several times, and removes the others. A text with
 * nothing else is removed; an entry with nothing else gets a marker, so that no entry becomes blank.
 */
export function removeRepeatedInclusions(
  history: readonly IContent[],
  {
    workspaceRoot,
    isProtected = () => false,
  }: Parameters<DuplicateFinder['removeRepeatedInclusions']>[1],
): RepeatedInclusions {
  /** The doubtful text of the newest inclusion of each file. */
  const newest = new Map<string, string>();
  const replacements: [number, IContent][] = [];
  let count = 0;
  for (let index = history.length - 1; index >= 0; index -= 1) {
    const entry = history[index]!;
    // A generated entry, such as a snapshot, may quote a file without being a copy of it.
    if (entry.speaker !== 'human' || entry.metadata?.synthetic === true) continue;
    const removedPaths: string[] = [];
    const blocks = entry.blocks.toReversed().map((block) => {
      if (block.type !== 'text') return block;
      const parts = splitAtFiles(block.text);
      const repeated = new Set<Part>();
      for (const part of parts.toReversed()) {
        if (part.file === undefined) continue;
        const { doubtful } = part.file;
        const path = resolvePath(part.file.path, workspaceRoot);
        const known = newest.get(path);
        if (known === undefined) newest.set(path, doubtful);
        else if (known === doubtful && !isProtected(entry)) repeated.add(part);
      }
      if (repeated.size === 0) return block;
      removedPaths.push(...Array.from(repeated, ({ file }) => file!.path));
      return { ...block, text: withoutFiles(parts, repeated) };
    });
    if (removedPaths.length === 0) continue;
    count += removedPaths.length;
    const paths = removedPaths.toReversed();
    replacements.push([index, { ...entry, blocks: filled(blocks.toReversed(), entry, paths) }]);
  }
  return { replacements: new Map(replacements.toReversed()), count };
}

/** Joins the parts without some files. A closing line stays if a file before it needs it, or if it closes nothing. */
function withoutFiles(parts: readonly Part[], removed: ReadonlySet<Part>): string {
  let text = '';
  let [hasFile, hasRemoved, isAfterCut] = [false, false, false];
  for (const part of parts) {
    if (removed.has(part)) hasRemoved = true;
    else if (part.file !== undefined) hasFile = true;
    const isCut = removed.has(part) || (part.isClosing && hasRemoved && !hasFile);
    if (!isCut) text = isAfterCut ? joinAtCut(text, part.text) : text + part.text;
    isAfterCut = isCut;
    if (part.isClosing) [hasFile, hasRemoved] = [false, false];
  }
  return isAfterCut ? joinAtCut(text, '') : text;
}

/** Joins what stood around a cut. At most one blank line stays between them, none at the start. Line breaks are LF or CRLF, as they are. */
function joinAtCut(before: string, after: string): string {
  let end = before.length;
  while (before[end - 1] === '\n') end -= before[end - 2] === '\r' ? 2 : 1;
  const start = /^(?:\r?\n)*/.exec(after)![0].length;
  const breaks = (end === 0 ? '' : before.slice(end)) + after.slice(0, start);
  return before.slice(0, end) + /^(?:\r?\n){0,2}/.exec(breaks)![0] + after.slice(start);
}

/** Returns the blocks without those that became blank; a marker in place of the first of them if nothing else is left. */
function filled(
  blocks: readonly ContentBlock[],
  { blocks: given }: IContent,
  paths: readonly string[],
): ContentBlock[] {
  const left = blocks.filter((block, at) => block === given[at] || !isBlank(block));
  if (left.some((block) => !isBlank(block))) return left;
  const first = blocks.find((block, at) => block !== given[at] && isBlank(block)) as TextBlock;
  return [{ ...first, text: formatRepeatedFileMarker(paths) }, ...left];
}

function isBlank(block: ContentBlock): block is TextBlock {
  return block.type === 'text' && block.text.trim() === '';
}
