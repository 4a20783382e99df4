import type { ContentBlock, Speaker } from '@palimpsest/core-types';
import fc from 'fast-check';
import { callArbitrary, type CallPlan } from './call-arbitrary.ts';
import { longTextArbitrary, textArbitrary } from './text-arbitrary.ts';

/** What a history is put together from. */
export type Piece =
  | {
      readonly kind: 'say';
      readonly speaker: 'human' | 'ai' | 'system';
      readonly text: string;
      readonly pin: Pin;
    }
  | { readonly kind: 'think'; readonly thought: string; readonly signature: string }
  | { readonly kind: 'media' }
  | {
      readonly kind: 'tools';
      readonly calls: readonly CallPlan[];
      readonly says: string | undefined;
      readonly thinks: boolean;
      readonly isLate: boolean;
      readonly isOneEntry: boolean;
      readonly pin: Pin;
      readonly pinsResponses: boolean;
    }
  | { readonly kind: 'odd'; readonly speaker: Speaker; readonly block: ContentBlock }
  | { readonly kind: 'blank' }
  | { readonly kind: 'orphan' };

/** Whether an entry must survive, and how it says so: by our metadata, or by what the context of a check pins. */
export type Pin = 'none' | 'pinned' | 'keep';

function pinArbitrary(): fc.Arbitrary<Pin> {
  return fc.oneof(
    { weight: 15, arbitrary: fc.constant('none' as const) },
    fc.constantFrom('pinned' as const, 'keep' as const),
  );
}

/** Blocks that stand where few expect them. */
function oddBlockArbitrary(): fc.Arbitrary<ContentBlock> {
  return fc.oneof(
    fc.constant('mystery').map((kind) => ({ type: 'opaque' as const, kind })),
    fc.lorem({ maxCount: 4 }).map((code) => ({ type: 'code' as const, code })),
    textArbitrary().map((text) => ({ type: 'text' as const, text })),
  );
}

export function pieceArbitrary(): fc.Arbitrary<Piece> {
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('say' as const),
        speaker: fc.constantFrom('human', 'human', 'ai', 'ai', 'system'),
        text: fc.oneof({ weight: 2, arbitrary: textArbitrary() }, longTextArbitrary()),
        pin: pinArbitrary(),
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('tools' as const),
        calls: fc.array(callArbitrary(), { minLength: 1, maxLength: 3 }),
        says: fc.option(fc.lorem({ maxCount: 6 }), { nil: undefined }),
        thinks: fc.boolean(),
        isLate: fc.nat(9).map((roll) => roll === 0),
        isOneEntry: fc.boolean(),
        pin: pinArbitrary(),
        pinsResponses: fc.boolean(),
      }),
    },
    fc.record({
      kind: fc.constant('odd' as const),
      speaker: fc.constantFrom('human' as const, 'ai' as const, 'tool' as const),
      block: oddBlockArbitrary(),
    }),
    fc.constant({ kind: 'blank' as const }),
    fc.record({
      kind: fc.constant('think' as const),
      thought: fc.lorem({ maxCount: 5 }),
      signature: fc.string({ maxLength: 8 }),
    }),
    fc.constant({ kind: 'media' as const }),
    fc.constant({ kind: 'orphan' as const }),
  );
}
