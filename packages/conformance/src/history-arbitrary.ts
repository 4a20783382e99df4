import type { ContentBlock, IContent } from '@palimpsest/core-types';
import {
  createContinuationEntry,
  createDroppedNotice,
  createSnapshotEntry,
  findRoleProblems,
  groupResultsWithCalls,
  repairHistory,
} from '@palimpsest/engine/history';
import fc from 'fast-check';
import { callsArbitrary, MEDIA, OPAQUE, thinkingArbitrary, type Pin } from './call-arbitrary.ts';
import { once, usually } from './chance.ts';
import { longTextArbitrary, markerArbitrary, textArbitrary } from './text-arbitrary.ts';

type Entries = fc.Arbitrary<IContent[]>;

/**
 * Generates difficult histories, including broken ones. In a third of them user and assistant alternate; almost none would by chance. In a
 * quarter of the histories, about half of the messages are pinned, so that a run always finds a strategy that changes pinned messages.
 */
export function historyArbitrary({
  maxPieces = 14,
}: { readonly maxPieces?: number } = {}): Entries {
  const pieces = (unpinned: number): fc.Arbitrary<IContent[][]> =>
    fc.array(pieceArbitrary(unpinned), { maxLength: maxPieces, size: 'max' });
  return fc
    .record({
      // First, so that shrinking removes the alternation if it is not needed.
      hasTurns: once(3),
      pieces: fc.oneof({ weight: 3, arbitrary: pieces(15) }, pieces(1)),
      late: fc.option(fc.nat(), { freq: 2, nil: undefined }),
      isWaiting: once(10),
    })
    .map(({ pieces: some, late, isWaiting, hasTurns }) => {
      const entries = some.flat();
      if (late !== undefined && entries.length > 0) {
        // A result that comes late, or anything else in a wrong place.
        const at = late % entries.length;
        entries.splice(at + 2, 0, ...entries.splice(at, 1));
      }
      const call = { type: 'tool_call', id: 'waiting', name: 'Bash', parameters: {} } as const;
      if (isWaiting) entries.push({ speaker: 'ai', blocks: [call] });
      return hasTurns ? withTurns(entries) : entries;
    });
}

/** Pinned by the metadata, or by the `pinned` function of the trial's context. */
const PINS = [{ metadata: { pinned: true } }, { metadata: { keep: true } }] as const;

/** @param unpinned number of messages without a pin for each pinned one */
function pieceArbitrary(unpinned: number): Entries {
  const pin = usually<Pin>(unpinned, {}, PINS);
  const said = fc
    .record({
      speaker: fc.constantFrom<IContent['speaker'][]>('human', 'human', 'ai', 'ai', 'system'),
      text: fc.oneof({ weight: 2, arbitrary: textArbitrary() }, longTextArbitrary()),
      pin,
    })
    .map(({ speaker, text, pin: pins }) => [{ ...say(speaker, text), ...pins }]);
  return fc.oneof(
    // If any piece breaks a law, shrinking ends with the plainest one.
    { withCrossShrink: true },
    { weight: 8, arbitrary: said },
    { weight: 16, arbitrary: callsArbitrary(pin) },
    { weight: 3, arbitrary: oddArbitrary() },
    { weight: 2, arbitrary: draftsArbitrary() },
    { weight: 2, arbitrary: compactionArbitrary() },
  );
}

/** Generates entries that strategies rarely expect: odd blocks, none, reasoning alone, a result without a call. */
function oddArbitrary(): Entries {
  const lost: ContentBlock = {
    type: 'tool_response',
    callId: 'nobody',
    toolName: 'Read',
    result: 'lost',
  };
  const block = fc.oneof<fc.Arbitrary<ContentBlock>[]>(
    // Anew for each entry, as a history has no object twice.
    fc.constantFrom<ContentBlock[]>(OPAQUE, ...MEDIA, lost).map((one) => ({ ...one })),
    textArbitrary().map((code) => ({ type: 'code', code, language: 'ts' })),
    textArbitrary().map((text) => ({ type: 'text', text })),
    thinkingArbitrary(),
  );
  return fc
    .record({
      speaker: fc.constantFrom<IContent['speaker'][]>('human', 'ai', 'tool'),
      blocks: fc.array(block, { maxLength: 3 }),
    })
    .map(({ speaker, blocks }) => {
      // Only models reason.
      const own = blocks.filter(({ type }) => speaker === 'ai' || type !== 'thinking');
      return [{ speaker, blocks: own }];
    });
}

/** Generates versions of one text: all equal, or each with one more line changed, so that the last one shares little with the first. */
function draftsArbitrary(): Entries {
  const speaker = fc.constantFrom('ai' as const, 'human' as const);
  const lines = fc.array(fc.lorem({ maxCount: 12 }), { minLength: 8, maxLength: 8 });
  return fc
    .tuple(speaker, lines, fc.integer({ min: 2, max: 8 }), fc.boolean())
    .map(([author, old, count, isEdited]) =>
      Array.from({ length: count }, (_, version) => {
        const edited = (line: string, at: number) =>
          isEdited && at < version ? `Line ${at} is another one now.` : line;
        return say(author, old.map(edited).join('\n'));
      }),
    );
}

/** Pinned by the caller: after a conversion to a provider's format nothing else identifies the entry. */
const KEPT = { keep: true } as const;

/** Generates entries from earlier compressions, by Palimpsest and by other tools, and entries that only look like them. */
function compactionArbitrary(): Entries {
  const count = fc.nat(9);
  return fc.oneof(
    textArbitrary().map((text) => {
      const entry = createContinuationEntry('Understood. Continuing.');
      const pinned = { ...entry, metadata: { ...entry.metadata, ...KEPT } };
      return [createSnapshotEntry(snapshot(text), KEPT), pinned];
    }),
    markerArbitrary().map((text) => [say('human', snapshot(text))]),
    fc
      .record({ dropped: count, newest: count, following: count })
      .map((notice) => [createDroppedNotice(notice)]),
  );
}

/**
 * Returns the conversation in a form that providers accept: repaired, with results after their calls, beginning with the user and
 * alternating between user and assistant. Inserts a short message where one is missing.
 */
function withTurns(entries: readonly IContent[]): IContent[] {
  const turns: IContent[] = [];
  for (const entry of groupResultsWithCalls(repairHistory(entries).history).history) {
    // System entries, and entries with opaque blocks only, are not turns.
    const before = turns.findLast(
      ({ speaker, blocks }) => speaker !== 'system' && blocks.some(({ type }) => type !== 'opaque'),
    );
    const pair = before === undefined ? [entry] : [before, entry];
    const isMissing = [...findRoleProblems(pair)].some(({ index }) => index === pair.length - 1);
    const between =
      entry.speaker === 'ai' ? say('human', 'Please go on.') : say('ai', 'That is done.');
    turns.push(...(isMissing ? [between] : []), entry);
  }
  return turns;
}

function snapshot(text: string): string {
  return `<state_snapshot>\n${text}\n</state_snapshot>`;
}

function say(speaker: IContent['speaker'], text: string): IContent {
  return { speaker, blocks: [{ type: 'text', text }] };
}
