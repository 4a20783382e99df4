import type { IContent } from '@palimpsest/core-types';
import {
  createContinuationEntry,
  createDroppedNotice,
  createSnapshotEntry,
} from '@palimpsest/history';
import fc from 'fast-check';
import { markArbitrary } from './mark-arbitrary.ts';
import { textArbitrary } from './text-arbitrary.ts';

/** Pinned by the caller: after a conversion to a provider's format nothing else identifies the entry. */
const KEPT = { keep: true } as const;

const CONTINUES = createContinuationEntry('').metadata;

/** Generates entries from earlier compressions, by Palimpsest and by other tools, nested in each other, and entries that only look like them. */
export function compactionArbitrary(): fc.Arbitrary<IContent[]> {
  const count = fc.nat(9);
  return fc.oneof(
    textArbitrary().map((text) => [
      createSnapshotEntry(`<state_snapshot>\n${text}\n</state_snapshot>`, KEPT),
      {
        ...createContinuationEntry('Understood. Continuing.'),
        metadata: { ...CONTINUES, ...KEPT },
      },
    ]),
    markArbitrary().map((text) => [says(`<state_snapshot>\n${text}\n</state_snapshot>`)]),
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
