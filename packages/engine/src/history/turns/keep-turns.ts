import { hasToolCall, type IContent, type ProvenanceRecord } from '@palimpsest/core-types';
import { findMissingTurn, isTurn, makeTurnMarker } from './turns.ts';

/** An entry of a planned history, and what it stands for. */
export interface PlacedEntry extends ProvenanceRecord {
  readonly entry: IContent;
}

/**
 * Keeps user and model turns alternating in a planned history, and the first turn the user's: Anthropic and Gemini require a user message first,
 * chat templates of Mistral and Gemma require alternation. Where the plan brings two turns of one role together, a marker, `…`, comes between
 * them; texts that are left of two entries with removed calls become one entry. Turns that were adjacent in `given` stay. Linear.
 */
export function keepTurns(
  given: readonly IContent[],
  planned: readonly PlacedEntry[],
): readonly PlacedEntry[] {
  const turnsUntil = countTurns(given);
  const isAdjacent = (before: PlacedEntry | undefined, next: PlacedEntry): boolean => {
    const left = before === undefined ? -1 : before.sources.at(-1);
    const [right] = next.sources;
    return (
      left !== undefined &&
      right !== undefined &&
      (before === undefined || isInPlace(before, given[left]!)) &&
      isInPlace(next, given[right]!) &&
      turnsUntil[left + 1] === turnsUntil[right]
    );
  };
  const result: PlacedEntry[] = [];
  let last: PlacedEntry | undefined;
  /** Where the plan edits between the last turn and the next one: never within what follows unchanged. */
  let editedAt: number | undefined;
  for (const [index, next] of planned.entries()) {
    if (!isAdjacent(planned[index - 1], next)) editedAt ??= result.length;
    if (isTurn(next.entry)) {
      const isAfterText = last !== undefined && last === result.at(-1) && isLeftText(last, given);
      if (isAfterText && isLeftText(next, given)) {
        last = joined(last!, next);
        result[result.length - 1] = last;
        editedAt = undefined;
        continue;
      }
      const marker = editedAt === undefined ? undefined : findMissingTurn(last?.entry, next.entry);
      if (marker !== undefined) {
        result.splice(editedAt!, 0, { entry: marker, sources: [], reason: 'notice' });
      }
      last = next;
      editedAt = undefined;
    }
    result.push(next);
  }
  // The host appends a turn that follows the last given one.
  const end = given.findLast(isTurn);
  if (last !== undefined && end !== undefined && isModel(last.entry) !== isModel(end)) {
    const entry = isModel(end) ? makeTurnMarker() : findMissingTurn(last.entry, last.entry);
    const at = editedAt ?? result.length;
    if (entry !== undefined) result.splice(at, 0, { entry, sources: [], reason: 'notice' });
  }
  return result;
}

function isModel({ speaker }: IContent): boolean {
  return speaker === 'ai';
}

/** Returns for each index the number of turns before it. */
function countTurns(history: readonly IContent[]): readonly number[] {
  const counts = [0];
  for (const entry of history) counts.push(counts.at(-1)! + (isTurn(entry) ? 1 : 0));
  return counts;
}

/** Returns whether an entry stands where one of its sources stood, in the same role. */
function isInPlace({ entry, reason }: PlacedEntry, source: IContent): boolean {
  return reason !== 'notice' && isModel(entry) === isModel(source);
}

/** Returns whether an entry has only the texts that are left next to removed calls of the model, its own or those of joined entries. */
function isLeftText({ entry, sources }: PlacedEntry, given: readonly IContent[]): boolean {
  const blocks = new Set(sources.flatMap((source) => given[source]!.blocks));
  return (
    entry.speaker === 'ai' &&
    entry.blocks.every((block) => block.type === 'text' && blocks.has(block)) &&
    sources.every((source) => hasToolCall(given[source]!))
  );
}

function joined(last: PlacedEntry, next: PlacedEntry): PlacedEntry {
  return {
    entry: { ...last.entry, blocks: [...last.entry.blocks, ...next.entry.blocks] },
    sources: [...last.sources, ...next.sources],
    reason: 'summary',
  };
}
