import { truncateText } from '@palimpsest/text';
import type { RenderedEntry } from '../showing/quote-history.ts';
import type { RequestScale } from './request-room.ts';

/** How much of the room a piece is aimed at: text is not equally dense everywhere. */
const MARGIN = 0.9;

/**
 * Consecutive parts of at most `room` tokens each, as far as text can be divided. An entry that is longer than a part is told in pieces,
 * under its own number.
 */
export async function divideEntries(
  entries: readonly RenderedEntry[],
  room: number,
  weigh: RequestScale,
): Promise<RenderedEntry[][]> {
  const parts: RenderedEntry[][] = [];
  let part: RenderedEntry[] = [];
  let weight = 0;
  for (const entry of entries) {
    for (const [piece, own] of await pieces(entry, room, weigh)) {
      if (part.length > 0 && weight + own > room) {
        parts.push(part);
        part = [];
        weight = 0;
      }
      part.push(piece);
      weight += own;
    }
  }
  if (part.length > 0) parts.push(part);
  return parts;
}

/**
 * An entry, or as many pieces of it as it takes, each with its weight. Every round halves what is still too long at least, and ends where
 * that makes it no lighter.
 */
async function pieces(
  entry: RenderedEntry,
  room: number,
  weigh: RequestScale,
): Promise<(readonly [piece: RenderedEntry, weight: number])[]> {
  const found: (readonly [RenderedEntry, number])[] = [];
  const waiting: (readonly [piece: RenderedEntry, before: number])[] = [[entry, Infinity]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [piece, before] = next;
    const { text } = piece;
    const weight = await weigh([piece]);
    if (weight <= room || weight > before * MARGIN || text.length <= 1) {
      found.push([piece, weight]);
      continue;
    }
    const length = Math.max(1, Math.floor(text.length * Math.min(0.5, (room * MARGIN) / weight)));
    const start = truncateText(text, length) || text.slice(0, length);
    for (const slice of slices(piece, start.length).toReversed()) waiting.push([slice, weight]);
  }
  return found;
}

/** Slices of one length, each ending where a reader sees a character end. */
function slices(entry: RenderedEntry, length: number): RenderedEntry[] {
  const cut: RenderedEntry[] = [];
  const { text } = entry;
  for (let from = 0; from < text.length;) {
    // A look at a few characters behind the cut is enough.
    const near = text.slice(from, from + length + 64);
    const slice =
      near.length <= length ? near : truncateText(near, length) || near.slice(0, length);
    cut.push({ ...entry, text: slice });
    from += slice.length;
  }
  return cut;
}
