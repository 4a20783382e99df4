import {
  mediaPlaceholder,
  replaceResultParts,
  resultParts,
  type CompressionContext,
  type ContentBlock,
  type IContent,
  type MediaBlock,
  type ResultPart,
  type ToolResponseBlock,
} from '@palimpsest/core-types';
import type { EntryPredicate } from '@palimpsest/engine/history';

/** Share of a request's bytes that media may have. */
const MEDIA_SHARE = 0.5;

/** Share that is left once they have more. The gap keeps the history unchanged for many calls. */
const MEDIA_LEFT = 0.25;

/** Share that the newest medium may have: a question is most often about it. */
const NEWEST_SHARE = 0.9;

interface MediaLimits {
  /** Maximum bytes of a request. */
  readonly maxBytes: number;
  readonly isProtected: EntryPredicate;
  readonly originalId: CompressionContext['originalId'];
}

/** Media in an entry: a block, or a part of a tool result. */
interface Site {
  readonly entry: number;
  readonly block: number;
  readonly part?: ResultPart;
  readonly media: MediaBlock;
  /** Bytes in the request. */
  readonly size: number;
}

/**
 * Returns the entries with placeholders for old media, by index; none if all media together have at most half of the bytes of a request. The
 * newest media stay up to a quarter, those of the newest entry with media up to half, and the newest one up to nine tenths.
 */
export function dropOldMedia(
  entries: readonly IContent[],
  { maxBytes, isProtected, originalId }: MediaLimits,
): ReadonlyMap<number, IContent> {
  const sites = entries.flatMap(sitesOf);
  const total = sites.reduce((sum, { size }) => sum + size, 0);
  if (total <= MEDIA_SHARE * maxBytes) return new Map();
  const newest = sites.at(-1)!;
  const shareOf = (site: Site): number =>
    site === newest ? NEWEST_SHARE : site.entry === newest.entry ? MEDIA_SHARE : MEDIA_LEFT;
  const dropped = new Map<number, Site[]>();
  let kept = 0;
  for (const site of sites.toReversed()) {
    const isWithin = kept + site.size <= shareOf(site) * maxBytes;
    if (isProtected(entries[site.entry]!) || isWithin) {
      kept += site.size;
      continue;
    }
    const others = dropped.get(site.entry);
    if (others === undefined) dropped.set(site.entry, [site]);
    else others.push(site);
  }
  return new Map(
    [...dropped].map(([at, own]) => [at, withPlaceholders(entries[at]!, own, originalId)]),
  );
}

function sitesOf({ blocks }: IContent, entry: number): Site[] {
  return blocks.flatMap((block, at): readonly Site[] => {
    const sites =
      block.type === 'media'
        ? [{ media: block }]
        : block.type === 'tool_response'
          ? resultParts(block.result).flatMap((part) =>
              part.type === 'media' ? { part, media: part.media } : [],
            )
          : [];
    return sites
      .filter(({ media }) => media.encoding === 'base64' && media.data !== '')
      .map((site) => ({ ...site, entry, block: at, size: site.media.data.length }));
  });
}

function withPlaceholders(
  entry: IContent,
  sites: readonly Site[],
  originalId: MediaLimits['originalId'],
): IContent {
  const blocks: ContentBlock[] = [...entry.blocks];
  const edits = new Map<number, Map<ResultPart, string>>();
  // Newest first, so the first part of a result comes last.
  for (const { block, part, media } of sites) {
    if (part === undefined) {
      blocks[block] = { type: 'text', text: mediaPlaceholder(media) };
      continue;
    }
    const id = originalId?.(entry, block);
    const own = edits.get(block) ?? new Map<ResultPart, string>();
    edits.set(block, own.set(part, mediaPlaceholder(media, id)));
  }
  for (const [at, own] of edits) {
    const response = blocks[at] as ToolResponseBlock;
    blocks[at] = { ...response, result: replaceResultParts(response.result, own) };
  }
  return { ...entry, blocks };
}
