import type { ToolDefinition } from '@palimpsest/core-types';
import type { Originals } from '../originals.ts';
import { listRecallable, type Recallable } from '../recall/list-recallable.ts';
import { readCount, readToolInput } from '../tool-input.ts';

/** Originals on a page of the list: default and maximum. */
const LISTED = { usual: 30, most: 200 } as const;

/** The tool that lists originals, in the format of MCP. */
export const LIST_TOOL: ToolDefinition<'list_originals'> = Object.freeze({
  name: 'list_originals',
  description:
    'Lists what was taken out of this conversation to save room, in the order in which it was taken out: a line for each message, with its id for recall, who said it, its size and its first line.',
  inputSchema: {
    type: 'object',
    properties: {
      offset: {
        type: 'integer',
        minimum: 0,
        description: 'How many messages to pass over. Default 0.',
      },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: LISTED.most,
        description: `How many messages to list at most. Default ${LISTED.usual}.`,
      },
    },
  },
} as const);

/**
 * Answers a call of `LIST_TOOL`.
 *
 * @throws {InputMistake} when an argument is invalid
 */
export async function listOriginals(
  originals: Pick<Originals, 'list' | 'recall' | 'shortId'>,
  given: unknown,
): Promise<string> {
  const input = readToolInput(given, ['offset', 'limit']);
  const offset = readCount(input, 'offset', { usual: 0, least: 0 });
  const limit = readCount(input, 'limit', { usual: LISTED.usual, least: 1, most: LISTED.most });
  const { total, originals: listed } = await listRecallable(originals, { offset, limit });
  if (total === 0) return '[nothing was taken out yet]';
  if (listed.length === 0) return `[there are ${total} messages, and none behind them]`;
  const next = offset + listed.length;
  const more = next < total ? `; to go on: ${JSON.stringify({ offset: next, limit })}` : '';
  return [
    `[messages ${offset + 1} to ${next} of ${total}${more}]`,
    ...listed.map(describeOriginal),
  ].join('\n');
}

function describeOriginal({
  shortId,
  speaker,
  tool,
  lines,
  characters,
  firstLine,
  missing,
}: Recallable): string {
  if (missing !== undefined) {
    return `${shortId} ${missing === 'absent' ? 'no longer in the store' : 'damaged in the store'}`;
  }
  const who = [speaker, tool].filter((name) => name !== undefined).join(' ');
  const size = `${lines} ${lines === 1 ? 'line' : 'lines'}, ${characters} characters`;
  return `${[shortId, who].filter(Boolean).join(' ')} (${size}): ${firstLine}`;
}
