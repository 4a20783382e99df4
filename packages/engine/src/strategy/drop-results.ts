import {
  getRecallPrefixLength,
  isMarker,
  findRecallId,
  resultParts,
  type IContent,
  type ToolResponseBlock,
  type ToolTaxonomy,
} from '@palimpsest/core-types';
import { createIsProtected, indexExchanges, type EntryPredicate } from '../history/index.ts';
import { defaultToolTaxonomy, summarizeResponse, withRecallId } from '../tools/index.ts';
import { matchBlocks, readEntryRules } from './entry-rules.ts';

export interface DropOptions {
  /** Returns whether an entry stays. @default only those with `metadata.pinned` */
  readonly pinned?: EntryPredicate | undefined;
  /** Returns the recall id of a block. @default no result has one */
  readonly originalId?: ((entry: IContent, block: number) => string | undefined) | undefined;
  /** @default the presets of `@palimpsest/engine/tools` */
  readonly taxonomy?: ToolTaxonomy | undefined;
}

/**
 * Returns the entries whose tool results match the setting `compression.drop`, with one line and a recall id instead of each, by index.
 * Pinned entries stay.
 *
 * @throws {OptionError} when a rule is invalid
 */
export function dropResults(
  entries: readonly IContent[],
  rules: string,
  { pinned, originalId, taxonomy = defaultToolTaxonomy }: DropOptions,
): ReadonlyMap<number, IContent> {
  const isDropped = matchBlocks(readEntryRules(rules, 'compression.drop'), entries, taxonomy);
  const isProtected = createIsProtected(pinned);
  const changed = new Map<number, IContent>();
  for (const {
    entry: at,
    block,
    response,
    call: { call },
  } of indexExchanges(entries).responses) {
    const entry = entries[at]!;
    if (!isDropped(response) || isProtected(entry) || isSummarized(response)) continue;
    const summary = summarizeResponse(call, response, taxonomy);
    const id = findRecallId(response.result) ?? originalId?.(entry, block);
    const blocks = [...(changed.get(at) ?? entry).blocks];
    blocks[block] = id === undefined ? summary : withRecallId(summary, id);
    changed.set(at, { ...entry, blocks });
  }
  return changed;
}

/** Returns whether a result has nothing but markers left. */
function isSummarized({ result }: ToolResponseBlock): boolean {
  return resultParts(result).every(
    (part) => part.type === 'text' && isMarker(part.text.slice(getRecallPrefixLength(part.text))),
  );
}
