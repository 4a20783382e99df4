import type { Originals } from '@palimpsest/originals';
import { listRecallable, type Recallable } from '@palimpsest/recall';
import { readCount, refuseOthers, type ToolInput } from './read-input.ts';
import { LISTED } from './server-tools.ts';

/**
 * Answers a call of `list_originals`.
 *
 * @throws {InputMistake} when an argument is invalid
 */
export async function listOriginals(
  originals: Pick<Originals, 'list' | 'recall' | 'shortId'>,
  input: ToolInput,
): Promise<string> {
  refuseOthers(input, ['offset', 'limit']);
  const offset = readCount(input, 'offset', { usual: 0, least: 0, most: Number.MAX_SAFE_INTEGER });
  const limit = readCount(input, 'limit', { usual: LISTED.usual, least: 1, most: LISTED.most });
  const { total, originals: listed } = await listRecallable(originals, { offset, limit });
  if (total === 0) return '[nothing was taken out yet]';
  if (listed.length === 0) return `[there are ${total} messages, and none behind them]`;
  const next = offset + listed.length;
  const more = next < total ? `; to go on: ${JSON.stringify({ offset: next, limit })}` : '';
  return [`[messages ${offset + 1} to ${next} of ${total}${more}]`, ...listed.map(lineOf)].join(
    '\n',
  );
}

function lineOf({
  shortId,
  role,
  tool,
  lines,
  characters,
  firstLine,
  missing,
}: Recallable): string {
  if (missing !== undefined) {
    return `${shortId} ${missing === 'absent' ? 'no longer in the store' : 'damaged in the store'}`;
  }
  const who = [role, tool].filter((name) => name !== undefined).join(' ');
  const size = `${lines} ${lines === 1 ? 'line' : 'lines'}, ${characters} characters`;
  return `${[shortId, who].filter(Boolean).join(' ')} (${size}): ${firstLine}`;
}
