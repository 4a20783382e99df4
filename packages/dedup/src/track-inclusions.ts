import {
  formatRepeatedFileMarker,
  type ContentBlock,
  type IContent,
  type TextBlock,
} from '@palimpsest/core-types';
import { resolvePath } from '@palimpsest/tool-taxonomy';
import { findFileInclusions, type FileInclusion } from './file-inclusions.ts';
import { stripInclusions } from './strip-inclusions.ts';

export interface RepeatedInclusionsOptions {
  /** Absolute folder that relative paths are resolved against. */
  readonly workspaceRoot: string;
  /** Entries that stay as they are. Their inclusions still count as standing there. */
  readonly isProtected?: (entry: IContent) => boolean;
}

/** The file inclusions of a history that grows, and which of them stand again later by now. Every entry is read once. */
export interface InclusionTracker {
  /** Reads one more entry; entries are added in their order. */
  add(index: number, entry: IContent): void;
  /** Judges what was added since: the indexes of all entries of which more is repeated now than before, or less. */
  settle(): ReadonlySet<number>;
  /** How many inclusions are repeated. */
  readonly count: number;
  /** Returns whether an entry contains a repeated inclusion. */
  hasRepeated(index: number): boolean;
  /**
   * The blocks of an entry without its repeated inclusions. `blocks` are those the entry was added with; in place of one that is left out for
   * another reason `undefined` may stand.
   */
  strip(index: number, blocks: readonly (ContentBlock | undefined)[]): ContentBlock[];
}

interface Place {
  readonly entry: number;
  readonly block: number;
  readonly inclusion: FileInclusion;
  /** All inclusions of the same text. */
  readonly all: readonly FileInclusion[];
  readonly isProtected: boolean;
  isRepeated: boolean;
}

/** Where a file is included, in order. */
interface IncludedFile {
  readonly places: Place[];
  /** How many of them have been judged; the last of these was the newest then. */
  judged: number;
}

/** The rule of `removeRepeatedInclusions`, for a history that is handed in entry by entry. */
export function trackInclusions({
  workspaceRoot,
  isProtected = () => false,
}: RepeatedInclusionsOptions): InclusionTracker {
  const files = new Map<string, IncludedFile>();
  const placesByEntry = new Map<number, Place[]>();
  const unjudged = new Set<IncludedFile>();
  let count = 0;

  function addPlace(place: Place): void {
    const path = resolvePath(place.inclusion.path, workspaceRoot);
    let file = files.get(path);
    if (file === undefined) files.set(path, (file = { places: [], judged: 0 }));
    file.places.push(place);
    unjudged.add(file);
    const places = placesByEntry.get(place.entry);
    if (places === undefined) placesByEntry.set(place.entry, [place]);
    else places.push(place);
  }

  return {
    add(entry, content) {
      const { speaker, blocks, metadata } = content;
      // What was made here, a snapshot, may quote a file and be no copy of it.
      if (speaker !== 'human' || metadata?.synthetic === true) return;
      for (const [block, part] of blocks.entries()) {
        if (part.type !== 'text' || typeof part.text !== 'string') continue;
        const all = findFileInclusions(part.text);
        for (const inclusion of all) {
          const own = { entry, block, inclusion, all, isProtected: isProtected(content) };
          addPlace({ ...own, isRepeated: false });
        }
      }
    },
    settle() {
      const changed = new Set<number>();
      for (const file of unjudged) {
        const { places, judged } = file;
        const newest = places.at(-1)!;
        const { doubtful } = newest.inclusion;
        // Where the doubt is the same, the verdict on all but the newest so far is the same too.
        const isSame = judged > 0 && places[judged - 1]!.inclusion.doubtful === doubtful;
        for (let at = isSame ? judged - 1 : 0; at < places.length; at += 1) {
          const place = places[at]!;
          const isRepeated =
            place !== newest && !place.isProtected && place.inclusion.doubtful === doubtful;
          if (isRepeated === place.isRepeated) continue;
          place.isRepeated = isRepeated;
          count += isRepeated ? 1 : -1;
          changed.add(place.entry);
        }
        file.judged = places.length;
      }
      unjudged.clear();
      return changed;
    },
    get count() {
      return count;
    },
    hasRepeated: (index) => placesByEntry.get(index)?.some(({ isRepeated }) => isRepeated) === true,
    strip: (index, blocks) => stripBlocks(blocks, placesByEntry.get(index) ?? []),
  };
}

function stripBlocks(
  given: readonly (ContentBlock | undefined)[],
  places: readonly Place[],
): ContentBlock[] {
  const stripped = new Map<number, { all: Place['all']; repeated: Set<FileInclusion> }>();
  for (const { block, inclusion, all, isRepeated } of places) {
    if (!isRepeated) continue;
    const known = stripped.get(block);
    if (known === undefined) stripped.set(block, { all, repeated: new Set([inclusion]) });
    else known.repeated.add(inclusion);
  }
  const blocks: ContentBlock[] = [];
  const emptied: TextBlock[] = [];
  const paths: string[] = [];
  for (const [at, block] of given.entries()) {
    if (block === undefined) continue;
    const text = stripped.get(at);
    if (text === undefined || block.type !== 'text') {
      blocks.push(block);
      continue;
    }
    const left = stripInclusions(block.text, text.all, text.repeated);
    if (left.trim() !== '') {
      blocks.push({ ...block, text: left });
      continue;
    }
    emptied.push(block);
    for (const { path } of text.repeated) paths.push(path);
  }
  const [first] = emptied;
  if (first === undefined || blocks.some(saysSomething)) return blocks;
  return [{ ...first, text: formatRepeatedFileMarker(paths) }, ...blocks];
}

function saysSomething(block: ContentBlock): boolean {
  return block.type !== 'text' || block.text.trim() !== '';
}
