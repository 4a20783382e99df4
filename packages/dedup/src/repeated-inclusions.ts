import type { ContentBlock, IContent, TextBlock } from '@palimpsest/core-types';
import { repeatedFileMarker } from '@palimpsest/core-types';
import { resolvePath } from '@palimpsest/tool-taxonomy';
import { findFileInclusions, type FileInclusion } from './file-inclusions.ts';
import { stripInclusions } from './strip-inclusions.ts';

export interface RepeatedInclusions {
  /** Human entries without the inclusions that stand again later, by index. */
  readonly replacements: ReadonlyMap<number, IContent>;
  /** How many inclusions were taken out. */
  readonly count: number;
}

export interface RepeatedInclusionsOptions {
  /** Absolute folder that relative paths are resolved against. */
  readonly workspaceRoot: string;
  /** Entries that stay as they are. Their inclusions still count as standing there. */
  readonly isProtected?: (entry: IContent) => boolean;
}

interface Place {
  readonly entry: number;
  readonly block: number;
  readonly inclusion: FileInclusion;
}

/**
 * Of every file that human entries include several times, keeps the newest inclusion and takes the others out, wherever they stand
 * (REQ-HD-006, C16). A text that held nothing else goes; an entry that held nothing else keeps a mark, so that no entry becomes blank.
 */
export function removeRepeatedInclusions(
  history: readonly IContent[],
  { workspaceRoot, isProtected = () => false }: RepeatedInclusionsOptions,
): RepeatedInclusions {
  const found = new Map<ContentBlock, readonly FileInclusion[]>();
  const newest = new Map<string, Place>();
  const places: (Place & { readonly path: string })[] = [];
  for (const [entry, { speaker, blocks }] of history.entries()) {
    if (speaker !== 'human') continue;
    for (const [block, content] of blocks.entries()) {
      if (content.type !== 'text' || typeof content.text !== 'string') continue;
      const inclusions = findFileInclusions(content.text);
      if (inclusions.length === 0) continue;
      found.set(content, inclusions);
      for (const inclusion of inclusions) {
        const path = resolvePath(inclusion.path, workspaceRoot);
        const place = { entry, block, inclusion, path };
        places.push(place);
        newest.set(path, place);
      }
    }
  }

  const stripped = new Map<number, Map<number, Set<FileInclusion>>>();
  let count = 0;
  for (const { entry, block, inclusion, path } of places) {
    const latest = newest.get(path)!;
    if (latest.inclusion === inclusion || isProtected(history[entry]!)) continue;
    if (inclusion.doubtful !== latest.inclusion.doubtful) continue;
    let blocks = stripped.get(entry);
    if (blocks === undefined) stripped.set(entry, (blocks = new Map()));
    const inclusions = blocks.get(block);
    if (inclusions === undefined) blocks.set(block, new Set([inclusion]));
    else inclusions.add(inclusion);
    count += 1;
  }

  const replacements = new Map<number, IContent>();
  for (const [index, blocks] of stripped) {
    replacements.set(index, stripEntry(history[index]!, blocks, found));
  }
  return { replacements, count };
}

function stripEntry(
  entry: IContent,
  stripped: ReadonlyMap<number, ReadonlySet<FileInclusion>>,
  found: ReadonlyMap<ContentBlock, readonly FileInclusion[]>,
): IContent {
  const blocks: ContentBlock[] = [];
  const emptied: TextBlock[] = [];
  const paths: string[] = [];
  for (const [at, block] of entry.blocks.entries()) {
    const inclusions = stripped.get(at);
    if (inclusions === undefined || block.type !== 'text') {
      blocks.push(block);
      continue;
    }
    const text = stripInclusions(block.text, found.get(block) ?? [], inclusions);
    if (text.trim() !== '') {
      blocks.push({ ...block, text });
      continue;
    }
    emptied.push(block);
    for (const { path } of inclusions) paths.push(path);
  }
  const [first] = emptied;
  if (first === undefined || blocks.some(saysSomething)) return { ...entry, blocks };
  return { ...entry, blocks: [{ ...first, text: repeatedFileMarker(paths) }, ...blocks] };
}

function saysSomething(block: ContentBlock): boolean {
  return block.type !== 'text' || block.text.trim() !== '';
}
