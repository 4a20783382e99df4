import type { SafeCuts } from '@palimpsest/history';

/** Returns the index of the first entry of the tail: the newest whole exchanges up to `room` tokens, but always the newest one. */
export function tailStart(
  length: number,
  cuts: SafeCuts,
  { room, tokensOf }: { readonly room: number; readonly tokensOf: (index: number) => number },
): number {
  let start = cuts.atOrBefore(length - 1);
  let tokens = 0;
  for (let index = length - 1; index >= start; index -= 1) tokens += tokensOf(index);
  while (start > 0) {
    const before = cuts.atOrBefore(start - 1);
    for (let index = start - 1; index >= before; index -= 1) tokens += tokensOf(index);
    if (tokens > room) break;
    start = before;
  }
  return start;
}
