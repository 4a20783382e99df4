import { findGapMarkers, hasGapNote, hasRecallId, isMarker } from '@palimpsest/core-types';

/** Returns whether messages contain a recall id or a marker of a compression. Not proof: anyone can type one. */
export function hasMarkers(messages: readonly unknown[]): boolean {
  // No recursion: a value can be deeper than the stack.
  const values = [...messages];
  for (const value of values) {
    if (typeof value === 'string' && isCompressed(value)) return true;
    if (typeof value !== 'object' || value === null) continue;
    for (const member of Object.values(value)) values.push(member);
  }
  return false;
}

function isCompressed(text: string): boolean {
  const isTyped = text === '…';
  return (
    hasRecallId(text) ||
    hasGapNote(text) ||
    (!isTyped && (isMarker(text) || findGapMarkers(text).length > 0))
  );
}
