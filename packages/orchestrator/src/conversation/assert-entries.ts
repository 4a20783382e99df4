import type { IContent, Speaker } from '@palimpsest/core-types';
import { OrchestratorOptionError } from '../orchestrator-option-error.ts';

const SPEAKERS: ReadonlySet<unknown> = new Set<Speaker>(['system', 'human', 'ai', 'tool']);

/** @throws {OrchestratorOptionError} `INVALID_ENTRY`, for the first invalid entry */
export function assertEntries(
  entries: readonly unknown[],
  where: string,
): asserts entries is readonly IContent[] {
  for (const [index, entry] of entries.entries()) assertEntry(entry, `${where}[${index}]`);
}

/**
 * Checks that a value has a known speaker and blocks with a type. `repairHistory` handles the content of the blocks.
 *
 * @param where path of the value, for the error
 * @throws {OrchestratorOptionError} `INVALID_ENTRY`
 */
function assertEntry(entry: unknown, where: string): asserts entry is IContent {
  const fields = fieldsOf(entry, where, 'an entry: an object with speaker and blocks');
  const { speaker, blocks } = fields;
  if (!SPEAKERS.has(speaker)) {
    const isMessage = speaker === undefined && 'role' in fields;
    const hint = isMessage ? '; decode messages of a provider with @palimpsest/formats first' : '';
    throw refusal(`${where}.speaker`, speaker, `"system", "human", "ai" or "tool"${hint}`);
  }
  if (!Array.isArray(blocks)) throw refusal(`${where}.blocks`, blocks, 'an array of blocks');
  for (const [index, block] of blocks.entries()) {
    const at = `${where}.blocks[${index}]`;
    const { type } = fieldsOf(block, at, 'a block: an object with type');
    if (typeof type !== 'string') throw refusal(`${at}.type`, type, 'the name of a block type');
  }
}

function fieldsOf(value: unknown, where: string, accepted: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw refusal(where, value, accepted);
  return value as Record<string, unknown>;
}

function refusal(where: string, seen: unknown, accepted: string): OrchestratorOptionError {
  return new OrchestratorOptionError(where, seen, accepted, { code: 'INVALID_ENTRY' });
}
