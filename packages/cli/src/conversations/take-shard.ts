import type { Item, UnreadLine } from './conversation.ts';

/** Every `count`-th conversation, starting with number `first`, from 1. */
export interface Shard {
  readonly first: number;
  readonly count: number;
}

/**
 * Yields the conversations of a shard. An input with one conversation belongs to the first shard. Leaves out white space between JSON
 * lines, and ends each with a line ending, so that the outputs of all shards can be joined.
 */
export async function* takeShard(
  pieces: AsyncIterable<Item | UnreadLine>,
  { first, count }: Shard,
): AsyncGenerator<Item | UnreadLine> {
  let number = 0;
  for await (const piece of pieces) {
    if (piece.kind === 'line') {
      number += 1;
      if (number % count !== first % count) continue;
      yield piece.ending === '' ? { ...piece, ending: '\n' } : piece;
    } else if (first === 1 && piece.kind !== 'aside') yield piece;
  }
}
