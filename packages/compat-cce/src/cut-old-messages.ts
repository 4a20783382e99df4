import { parseDuplicateMarker } from '@palimpsest/core-types';
import { TRUNCATION_LENGTHS, truncateToMarker } from '@palimpsest/reductions';
import type { Draft, Place } from './draft.ts';
import { holdOf } from './hold.ts';
import { contentLength, idText, textOf, type Message } from './message.ts';
import type { Oldest } from './reduce-oldest.ts';

/**
 * Truncates old messages until enough tokens are saved, the longest first: all to 512 UTF-16 units, then to 256, to 128, and finally to the
 * marker alone. A truncation never lengthens a message. Keeps references and the messages they name.
 */
export function cutOldMessages(
  draft: Draft,
  { sources, originals, settings, recencyStart }: Oldest,
  isEnough: () => boolean,
): void {
  const places = draft.places();
  const named = new Set<string>();
  for (const { message } of places) {
    const reference = referenceIn(message);
    if (reference !== undefined) named.add(reference);
  }
  const longestFirst = places
    .filter(mayCut)
    .toSorted((one, other) => contentLength(other.message) - contentLength(one.message));
  for (const limit of TRUNCATION_LENGTHS) {
    for (const { first } of longestFirst) {
      if (isEnough()) return;
      cut(draft.placeAt(first)!, limit);
    }
  }

  function mayCut({ first, end, message }: Place): boolean {
    if (end > recencyStart || holdOf(message, settings.preserve) !== undefined) return false;
    return !named.has(idText(sources[first]!));
  }

  function cut({ first, end, message }: Place, limit: number): void {
    const length = sources
      .slice(first, end)
      .reduce((sum, source) => sum + contentLength(source), 0);
    const content = truncateToMarker(textOf(message), limit, length);
    if (content === undefined) return;
    draft.replace({
      first,
      end,
      content,
      provenance: originals.provenance(first, end),
      fate: 'compressed',
    });
  }
}

/** Returns the name in a reference, of this call or an earlier one; `undefined` for other messages. */
function referenceIn(message: Message): string | undefined {
  const text = textOf(message);
  return text.startsWith('[') ? parseDuplicateMarker(text)?.of : undefined;
}
