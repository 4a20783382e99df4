import { defined, type IContent } from '@palimpsest/core-types';
import { array, object, picklist, string } from 'valibot';
import { assertMatches } from '../saved-state.ts';

// `repairHistory` handles the content of the blocks.
const ENTRIES = array(
  object(
    {
      speaker: picklist(['system', 'human', 'ai', 'tool'], '"system", "human", "ai" or "tool"'),
      blocks: array(
        object({ type: string('the name of a block type') }, 'a block: an object with type'),
        'an array of blocks',
      ),
    },
    'an entry: an object with speaker and blocks',
  ),
  'an array of entries',
);

const DECODE_FIRST = 'Decode messages of a provider with @palimpsest/formats first.';

/** @throws {OptionError} `INVALID_ENTRY`, with the path of the first problem */
export function assertEntries(
  entries: unknown,
  where: string,
): asserts entries is readonly IContent[] {
  const advice = Array.isArray(entries) && entries.some(isMessage) ? DECODE_FIRST : undefined;
  assertMatches(ENTRIES, entries, { root: where, code: 'INVALID_ENTRY', ...defined({ advice }) });
}

function isMessage(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'role' in value && !('speaker' in value);
}
