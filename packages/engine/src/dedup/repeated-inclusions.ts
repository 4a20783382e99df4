import {
  formatRepeatedFileMarker,
  type ContentBlock,
  type DuplicateFinder,
  type IContent,
  type RepeatedInclusions,
  type TextBlock,
} from '@palimpsest/core-types';
import { resolvePath } from '../tools/index.ts';
import { findFileInclusions, stripInclusions, type FileInclusion } from './file-inclusions.ts';

/** The inclusions of a text, and those of them that a later one repeats. */
interface IncludingText {
  readonly all: readonly FileInclusion[];
  readonly repeated: ReadonlySet<FileInclusion>;
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
  const newest = new Map<string, FileInclusion>();
  const replacements: [number, IContent][] = [];
  let count = 0;

  function readText(text: string, canRemove: boolean): IncludingText {
    const all = findFileInclusions(text);
    const repeated = new Set<FileInclusion>();
    for (const inclusion of all.toReversed()) {
      const path = resolvePath(inclusion.path, workspaceRoot);
      const newer = newest.get(path);
      if (newer === undefined) newest.set(path, inclusion);
      else if (canRemove && newer.doubtful === inclusion.doubtful) repeated.add(inclusion);
    }
    return { all, repeated };
  }

  for (let index = history.length - 1; index >= 0; index -= 1) {
    const entry = history[index]!;
    // A generated entry, such as a snapshot, may quote a file without being a copy of it.
    if (entry.speaker !== 'human' || entry.metadata?.synthetic === true) continue;
    const canRemove = !isProtected(entry);
    const texts = new Map<ContentBlock, IncludingText>();
    let removed = 0;
    for (const block of entry.blocks.toReversed()) {
      if (block.type !== 'text') continue;
      const text = readText(block.text, canRemove);
      if (text.repeated.size > 0) texts.set(block, text);
      removed += text.repeated.size;
    }
    if (removed === 0) continue;
    count += removed;
    replacements.push([index, { ...entry, blocks: stripBlocks(entry.blocks, texts) }]);
  }
  return { replacements: new Map(replacements.toReversed()), count };
}

function stripBlocks(
  original: readonly ContentBlock[],
  texts: ReadonlyMap<ContentBlock, IncludingText>,
): ContentBlock[] {
  const blocks: ContentBlock[] = [];
  const paths: string[] = [];
  let emptied: TextBlock | undefined;
  for (const block of original) {
    const text = texts.get(block);
    if (text === undefined || block.type !== 'text') {
      blocks.push(block);
      continue;
    }
    const left = stripInclusions(block.text, text.all, text.repeated);
    if (left.trim() !== '') {
      blocks.push({ ...block, text: left });
      continue;
    }
    emptied ??= block;
    for (const { path } of [...text.repeated].toReversed()) paths.push(path);
  }
  if (emptied === undefined || blocks.some(hasContent)) return blocks;
  return [{ ...emptied, text: formatRepeatedFileMarker(paths) }, ...blocks];
}

function hasContent(block: ContentBlock): boolean {
  return block.type !== 'text' || block.text.trim() !== '';
}
