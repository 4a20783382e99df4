import {
  formatDuplicateMarker,
  getRecallPrefixLength,
  hasGapNote,
  findGapMarkers,
  isMarker,
  prependRecallId,
  withSoleText,
  type CompressionContext,
  type IContent,
  type ToolTaxonomy,
} from '@palimpsest/core-types';
import { GAP, indexExchanges, readRecordEntry, type RecordItem } from '@palimpsest/history';
import { hasFailed, resultText } from '@palimpsest/tool-taxonomy';

/** A shorter result is not worth a reference. */
const MIN_LENGTH = 400;

interface RepeatOptions {
  /** Index of the first entry that was never sent. */
  readonly from: number;
  readonly taxonomy: ToolTaxonomy;
  readonly originalId: CompressionContext['originalId'];
}

/** Files that were read again by calls that were never sent. */
export interface RepeatedReads {
  /** Entries in which a reference to an earlier, complete result replaces an equal one, by index. */
  readonly changed: ReadonlyMap<number, IContent>;
  /** Number of reads whose earlier result was shortened: what was taken out is needed again. */
  readonly rereads: number;
}

/**
 * Finds new reads that repeat an earlier one: the same call of the same tool. If the result is the same text and the earlier one is still
 * whole, a reference replaces it (issue 27).
 */
export function findRepeatedReads(
  entries: readonly IContent[],
  { from, taxonomy, originalId }: RepeatOptions,
): RepeatedReads {
  /** The newest text of each read, as it stands now. */
  const texts = new Map<string, string>();
  const changed = new Map<number, IContent>();
  const recorded = entries.flatMap((entry) => readRecordEntry(entry)?.items ?? []);
  let rereads = 0;
  for (const { entry: at, block, response, call } of indexExchanges(entries).responses) {
    const { name, parameters } = call.call;
    const use = taxonomy.describe(name, parameters);
    if (use.kind !== 'read' || use.paths.length === 0 || hasFailed(taxonomy, use, response)) {
      continue;
    }
    const key = JSON.stringify([name, parameters]);
    const text = resultText(response.result);
    const before = texts.get(key);
    if (at < from || before === undefined) {
      texts.set(key, text);
      if (at >= from && recorded.some((item) => isShortenedRead(item, use.paths[0]!))) rereads += 1;
      continue;
    }
    if (isShortened(before)) rereads += 1;
    if (before !== text || text.length < MIN_LENGTH) {
      texts.set(key, text);
      continue;
    }
    const entry = entries[at]!;
    const of = `${name} ${use.paths[0]!} above, unchanged`;
    const marker = formatDuplicateMarker({ of: of.replaceAll(/\s+/g, ' '), length: text.length });
    const id = originalId?.(entry, block);
    const blocks = [...(changed.get(at) ?? entry).blocks];
    const short = id === undefined ? marker : prependRecallId(id, marker);
    blocks[block] = { ...response, result: withSoleText(response.result, short) };
    changed.set(at, { ...entry, blocks });
  }
  return { changed, rereads };
}

/** Returns whether an item of a record is a read of a file of which lines were left out. A record may name only the end of a path. */
function isShortenedRead(item: RecordItem, path: string): boolean {
  if (item.kind !== 'step' || !/\bread\b/i.test(item.title)) return false;
  const end = path.split(/[/\\]/).slice(-2).join('/');
  return item.title.includes(end) && (item.lines.length === 0 || item.lines.includes(GAP));
}

function isShortened(text: string): boolean {
  const length = getRecallPrefixLength(text);
  return length > 0 || isMarker(text) || hasGapNote(text) || findGapMarkers(text).length > 0;
}
