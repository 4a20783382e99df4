import fc from 'fast-check';
import type { IContent, ThinkingBlock } from '@palimpsest/core-types';
import {
  createContinuationEntry,
  createDroppedNotice,
  createSnapshotEntry,
} from '@palimpsest/history';
import { mediaArbitrary, oddBlockArbitrary, thinkingArbitrary } from './block-arbitrary.ts';
import { callArbitrary, fileCallsArbitrary, usually, type CallPlan } from './call-arbitrary.ts';
import { inclusionArbitrary, markerArbitrary } from './marker-arbitrary.ts';
import { longTextArbitrary, textArbitrary } from './text-arbitrary.ts';

export type Piece =
  | {
      readonly kind: 'say';
      readonly speaker: 'human' | 'ai' | 'system';
      readonly text: string;
      readonly pin: Pin;
    }
  | { readonly kind: 'calls'; readonly batches: readonly Batch[] }
  /** Entries to insert unchanged. */
  | { readonly kind: 'ready'; readonly entries: readonly IContent[] };

/** Tool calls of one entry, and the placement of their results. */
export interface Batch {
  readonly calls: readonly CallPlan[];
  readonly says: string | undefined;
  /** The first comes before the calls, the others between them. */
  readonly thoughts: readonly ThinkingBlock[];
  readonly isLate: boolean;
  readonly isOneEntry: boolean;
  readonly isReversed: boolean;
  readonly pin: Pin;
  readonly pinsResponses: boolean;
}

/** Whether and how an entry is pinned: by `metadata.pinned`, or by the `pinned` function of the trial's context. */
export type Pin = 'none' | 'pinned' | 'keep';

function batchArbitrary(
  calls: fc.Arbitrary<CallPlan[]>,
  pin: fc.Arbitrary<Pin>,
): fc.Arbitrary<Batch> {
  return fc.record({
    calls,
    says: fc.option(fc.lorem({ maxCount: 6 }), { nil: undefined, freq: 2 }),
    thoughts: fc.array(thinkingArbitrary(), { maxLength: 2 }),
    isLate: rarely(),
    isOneEntry: fc.boolean(),
    isReversed: rarely(),
    pin,
    pinsResponses: fc.boolean(),
  });
}

function rarely(): fc.Arbitrary<boolean> {
  return fc.nat(9).map((roll) => roll === 0);
}

/**
 * Generates a piece.
 *
 * @param unpinned number of messages without a pin for each pinned one
 */
export function pieceArbitrary(unpinned: number): fc.Arbitrary<Piece> {
  const pin = usually<Pin>(unpinned, 'none', ['pinned', 'keep']);
  return fc.oneof(
    // If any piece breaks a law, shrinking ends with the plainest one.
    { withCrossShrink: true },
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constant('say' as const),
        speaker: fc.constantFrom('human', 'human', 'ai', 'ai', 'system'),
        text: fc.oneof({ weight: 2, arbitrary: textArbitrary() }, longTextArbitrary()),
        pin,
      }),
    },
    {
      weight: 12,
      arbitrary: batchArbitrary(fc.array(callArbitrary(), { minLength: 1, maxLength: 3 }), pin).map(
        (batch) => ({ kind: 'calls' as const, batches: [batch] }),
      ),
    },
    {
      weight: 3,
      arbitrary: fc
        .record({ calls: fileCallsArbitrary(), batch: batchArbitrary(fc.constant([]), pin) })
        .map(({ calls, batch }) => ({
          kind: 'calls' as const,
          batches: calls.map((call) => ({ ...batch, calls: [call] })),
        })),
    },
    {
      weight: 3,
      arbitrary: ready(
        fc
          .record({
            speaker: fc.constantFrom('human' as const, 'ai' as const, 'tool' as const),
            blocks: fc.array(oddBlockArbitrary(), { minLength: 1, maxLength: 3 }),
          })
          .map((entry) => [entry]),
      ),
    },
    { weight: 2, arbitrary: ready(draftsArbitrary()) },
    {
      weight: 2,
      arbitrary: ready(
        fc.array(inclusionArbitrary(), { minLength: 1, maxLength: 3 }).map((texts) => [
          {
            speaker: 'human' as const,
            blocks: texts.map((text) => ({ type: 'text' as const, text })),
          },
        ]),
      ),
    },
    ready(compactionArbitrary()),
    { weight: 2, arbitrary: ready(entryAs(() => ({ speaker: 'ai', blocks: [] }))) },
    {
      weight: 2,
      arbitrary: ready(
        thinkingArbitrary().map((block) => [{ speaker: 'ai' as const, blocks: [block] }]),
      ),
    },
    ready(mediaArbitrary().map((block) => [{ speaker: 'human' as const, blocks: [block] }])),
    ready(
      entryAs(() => ({
        speaker: 'tool',
        blocks: [{ type: 'tool_response', callId: 'nobody', toolName: 'Read', result: 'lost' }],
      })),
    ),
  );
}

function ready(entries: fc.Arbitrary<IContent[]>): fc.Arbitrary<Piece> {
  return entries.map((made) => ({ kind: 'ready', entries: made }));
}

/** Creates the entry anew for each piece, as a history has no object twice. */
function entryAs(create: () => IContent): fc.Arbitrary<IContent[]> {
  return fc.constant(undefined).map(() => [create()]);
}

const LINES = [
  'The worker pool holds 12 connections and a timeout of 30 seconds.',
  'However, the MySQL driver must not be used here.',
  'In src/pool.ts the function acquireConnection throws at the limit.',
  'We talked about lunch for a while.',
  'No, do not deploy on the old cluster.',
  '我们必须在周五之前检查重试策略。',
  '- a requirement in a list',
  'Please review the retry policy before Friday.',
] as const;

/** Generates versions of one text: all equal, or each with one more line changed, so that the last one shares little with the first. */
function draftsArbitrary(): fc.Arbitrary<IContent[]> {
  return fc
    .record({
      speaker: fc.constantFrom('ai' as const, 'human' as const),
      count: fc.oneof(
        { weight: 3, arbitrary: fc.integer({ min: 2, max: 3 }) },
        fc.integer({ min: 4, max: 8 }),
      ),
      isEdited: fc.boolean(),
      lineEnd: fc.constantFrom('\n', '\n', '\r\n'),
    })
    .map(({ speaker, count, isEdited, lineEnd }) => {
      const lines: string[] = [...LINES];
      return Array.from({ length: count }, (_, version) => {
        if (isEdited && version > 0)
          lines[version - 1] = `Line ${version} says something else now.`;
        return { speaker, blocks: [{ type: 'text' as const, text: lines.join(lineEnd) }] };
      });
    });
}

/** Pinned by the caller: after a conversion to a provider's format nothing else identifies the entry. */
const KEPT = { keep: true } as const;

const CONTINUES = createContinuationEntry('').metadata;

/** Generates entries from earlier compressions, by Palimpsest and by other tools, nested in each other, and entries that only look like them. */
function compactionArbitrary(): fc.Arbitrary<IContent[]> {
  const count = fc.nat(9);
  return fc.oneof(
    textArbitrary().map((text) => [
      createSnapshotEntry(`<state_snapshot>\n${text}\n</state_snapshot>`, KEPT),
      {
        ...createContinuationEntry('Understood. Continuing.'),
        metadata: { ...CONTINUES, ...KEPT },
      },
    ]),
    markerArbitrary().map((text) => [says(`<state_snapshot>\n${text}\n</state_snapshot>`)]),
    fc
      .record({ dropped: count, newest: count, following: count })
      .map((notice) => [createDroppedNotice(notice)]),
    textArbitrary().map((text) => [
      says(`This session is being continued from a previous conversation:\n${text}`, {
        isSummary: true,
        isCompactSummary: true,
        ...KEPT,
      }),
    ]),
  );
}

function says(text: string, metadata?: IContent['metadata']): IContent {
  const entry: IContent = { speaker: 'human', blocks: [{ type: 'text', text }] };
  return metadata === undefined ? entry : { ...entry, metadata };
}
