import type { ContentBlock, IContent, TokenEstimator } from '@palimpsest/core-types';
import type { Codec } from '../codec.ts';
import { isAsRead, nativeMessage } from '../framework/native.ts';
import { hasFailed, readFailure } from '../results/tool-payload.ts';
import { same } from '../framework/same.ts';

/** Returns whether entries may be decoded otherwise than they were encoded. */
function mayDiffer({ isOfItems, reshapesResults }: Codec): boolean {
  return isOfItems === true || reshapesResults === true;
}

/**
 * Returns the history that encoded messages decode to, or the same object if that equals the input. Equal entries at both ends are the same
 * objects, so that an estimator recognizes them.
 */
export function sentHistory(
  history: readonly IContent[],
  encoded: readonly unknown[],
  codec: Codec,
): readonly IContent[] {
  return mayDiffer(codec) ? readBack(history, encoded, codec) : history;
}

function readBack(
  history: readonly IContent[],
  encoded: readonly unknown[],
  codec: Codec,
): readonly IContent[] {
  const read = codec.decode(encoded);
  const shorter = Math.min(history.length, read.length);
  let start = 0;
  while (start < shorter && hasSameContent(history[start]!, read[start]!)) start += 1;
  if (start === history.length && start === read.length) return history;
  let end = 0;
  while (end < shorter - start && hasSameContent(history.at(-1 - end)!, read.at(-1 - end)!))
    end += 1;
  return [
    ...history.slice(0, start),
    ...read.slice(start, read.length - end),
    ...history.slice(history.length - end),
  ];
}

/**
 * Returns an estimator that counts each entry as it is sent, so that a strategy counts what the provider receives. From an edited entry, a format
 * may omit blocks that cannot stand without removed ones, or write them in another shape. Any format may write an edited tool result in another
 * shape, for example with a placeholder for media, or with a failure as JSON.
 */
export function countSent(estimateTokens: TokenEstimator, codec: Codec): TokenEstimator {
  // Such a format writes entries unchanged, or all of them as one whole: no single entry gets another shape.
  if (codec.writesEntries === true) return estimateTokens;
  const known = new WeakMap<IContent, IContent>();
  const asSent = (entry: IContent): IContent => {
    const native = nativeMessage(codec.name, entry);
    if (native !== undefined && isAsRead(entry, native)) return entry;
    const sent = known.get(entry) ?? sentEntry(entry, codec);
    known.set(entry, sent);
    return sent;
  };
  return (entries) => estimateTokens(entries.map(asSent));
}

/** Returns the entry that results from encoding and decoding it alone. Returns the same object if the result is equal, or is several entries. */
function sentEntry(entry: IContent, codec: Codec): IContent {
  if (!mayDiffer(codec) && entry.blocks.every(isSentUnchanged)) return entry;
  const [sent = entry, ...others] = readBack([entry], codec.encode([entry]), codec);
  return others.length === 0 ? sent : entry;
}

/**
 * Returns whether a block is sent unchanged by every format for which `mayDiffer` is false. Changed are results that are not text, failures, and
 * texts that would be read back as a failure.
 */
function isSentUnchanged(block: ContentBlock): boolean {
  if (block.type !== 'tool_response') return true;
  const isText = typeof block.result === 'string' && block.error === undefined;
  return isText && !hasFailed(block) && readFailure(block.result) === undefined;
}

function hasSameContent(left: IContent, right: IContent): boolean {
  return left.speaker === right.speaker && same(left.blocks.map(bare), right.blocks.map(bare));
}

/** Returns the block without its `native`, unless it is opaque. */
function bare(block: ContentBlock): unknown {
  if (block.type === 'opaque') return block;
  const { native: _native, ...rest } = block;
  return rest;
}
