import {
  formatRepeatedFileMarker,
  type ContentBlock,
  type IContent,
  type TextBlock,
} from '@palimpsest/core-types';
import { resolvePath } from '@palimpsest/tool-taxonomy';
import { findFileInclusions, stripInclusions, type FileInclusion } from './file-inclusions.ts';

interface RepeatedInclusionsOptions {
  /** Absolute folder that relative paths are resolved against. */
  readonly workspaceRoot: string;
  /** Returns whether an entry must stay unchanged. Its inclusions still make earlier ones repeated. */
  readonly isProtected?: (entry: IContent) => boolean;
}

/** The file inclusions of a growing history, and which of them are repeated later. Reads every entry once. */
interface InclusionTracker {
  /** Reads one more entry; entries must be added in order. */
  add(index: number, entry: IContent): void;
  /** Checks the inclusions added since the last call. Returns the indices of entries in which other inclusions are repeated than before. */
  settle(): ReadonlySet<number>;
  /** Number of repeated inclusions. */
  readonly count: number;
  /** Returns whether an entry contains a repeated inclusion. */
  hasRepeated(index: number): boolean;
  /**
   * Returns the blocks of an entry without its repeated inclusions. `blocks` are those passed to `add`, with `undefined` for a block that is
   * removed for another reason.
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

interface IncludedFile {
  readonly places: Place[];
  /** Number of places checked so far; the last of them was the newest then. */
  checkedCount: number;
}

/** Creates a tracker that applies the rule of `removeRepeatedInclusions` to a history added entry by entry. */
export function trackInclusions({
  workspaceRoot,
  isProtected = () => false,
}: RepeatedInclusionsOptions): InclusionTracker {
  const files = new Map<string, IncludedFile>();
  const placesByEntry = new Map<number, Place[]>();
  const filesToCheck = new Set<IncludedFile>();
  let count = 0;

  function addPlace(place: Place): void {
    const path = resolvePath(place.inclusion.path, workspaceRoot);
    let file = files.get(path);
    if (file === undefined) files.set(path, (file = { places: [], checkedCount: 0 }));
    file.places.push(place);
    filesToCheck.add(file);
    const places = placesByEntry.get(place.entry);
    if (places === undefined) placesByEntry.set(place.entry, [place]);
    else places.push(place);
  }

  return {
    add(entry, content) {
      const { speaker, blocks, metadata } = content;
      // A generated entry, such as a snapshot, may quote a file without being a copy of it.
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
      for (const file of filesToCheck) {
        const { places, checkedCount } = file;
        const newest = places.at(-1)!;
        const { doubtful } = newest.inclusion;
        // With the same doubtful text, results before the previous newest place cannot change.
        const isSame =
          checkedCount > 0 && places[checkedCount - 1]!.inclusion.doubtful === doubtful;
        for (let at = isSame ? checkedCount - 1 : 0; at < places.length; at += 1) {
          const place = places[at]!;
          const isRepeated =
            place !== newest && !place.isProtected && place.inclusion.doubtful === doubtful;
          if (isRepeated === place.isRepeated) continue;
          place.isRepeated = isRepeated;
          count += isRepeated ? 1 : -1;
          changed.add(place.entry);
        }
        file.checkedCount = places.length;
      }
      filesToCheck.clear();
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
  if (first === undefined || blocks.some(hasContent)) return blocks;
  return [{ ...first, text: formatRepeatedFileMarker(paths) }, ...blocks];
}

function hasContent(block: ContentBlock): boolean {
  return block.type !== 'text' || block.text.trim() !== '';
}

export interface RepeatedInclusions {
  /** User entries without their repeated inclusions, by index. */
  readonly replacements: ReadonlyMap<number, IContent>;
  /** Number of removed inclusions. */
  readonly count: number;
}

/**
 * Keeps the newest inclusion of every file that user entries include several times, and removes the others. A text with
 * nothing else is removed; an entry with nothing else gets a marker, so that no entry becomes blank.
 */
export function removeRepeatedInclusions(
  history: readonly IContent[],
  options: RepeatedInclusionsOptions,
): RepeatedInclusions {
  const tracker = trackInclusions(options);
  for (const [index, entry] of history.entries()) tracker.add(index, entry);
  const replacements = new Map<number, IContent>();
  for (const index of [...tracker.settle()].toSorted((one, other) => one - other)) {
    const entry = history[index]!;
    replacements.set(index, { ...entry, blocks: tracker.strip(index, entry.blocks) });
  }
  return { replacements, count: tracker.count };
}
