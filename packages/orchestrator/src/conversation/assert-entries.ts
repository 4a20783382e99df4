import { defined, type IContent, type Speaker, OptionError } from '@palimpsest/core-types';

const SPEAKERS: ReadonlySet<unknown> = new Set<Speaker>(['system', 'human', 'ai', 'tool']);
const DECODE_FIRST = 'Decode messages of a provider with @palimpsest/formats first.';

/** @throws {OptionError} `INVALID_ENTRY`, unless the value is an array; for the first invalid entry */
export function assertEntries(
  entries: unknown,
  where: string,
): asserts entries is readonly IContent[] {
  if (!Array.isArray(entries)) throw invalidEntryError(where, entries, 'an array of entries');
  for (const [index, entry] of entries.entries()) assertEntry(entry, `${where}[${index}]`);
}

/**
 * Checks that a value has a known speaker and blocks with a type. `repairHistory` handles the content of the blocks.
 *
 * @param where path of the value, for the error
 * @throws {OptionError} `INVALID_ENTRY`
 */
function assertEntry(entry: unknown, where: string): asserts entry is IContent {
  const fields = fieldsOf(entry, where, 'an entry: an object with speaker and blocks');
  const { speaker, blocks } = fields;
  if (!SPEAKERS.has(speaker)) {
    const isMessage = speaker === undefined && 'role' in fields;
    const advice = isMessage ? DECODE_FIRST : undefined;
    throw invalidEntryError(
      `${where}.speaker`,
      speaker,
      '"system", "human", "ai" or "tool"',
      advice,
    );
  }
  if (!Array.isArray(blocks))
    throw invalidEntryError(`${where}.blocks`, blocks, 'an array of blocks');
  for (const [index, block] of blocks.entries()) {
    const at = `${where}.blocks[${index}]`;
    const { type } = fieldsOf(block, at, 'a block: an object with type');
    if (typeof type !== 'string')
      throw invalidEntryError(`${at}.type`, type, 'the name of a block type');
  }
}

function fieldsOf(value: unknown, where: string, expected: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw invalidEntryError(where, value, expected);
  return value as Record<string, unknown>;
}

function invalidEntryError(
  where: string,
  received: unknown,
  expected: string,
  advice?: string,
): OptionError {
  const details = { code: 'INVALID_ENTRY', ...defined({ advice }) };
  return new OptionError(where, received, expected, details);
}
