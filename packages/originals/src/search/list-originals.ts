import type { ToolDefinition } from '@palimpsest/core-types';
import { lineSpans, truncateText } from '@palimpsest/engine/text';
import type { Originals, Recalled } from '../originals.ts';
import { entriesOf, messageParts } from '../recall/message-text.ts';
import { readCount, readToolInput } from '../tool-input.ts';

/** Originals on a page of the list: default and maximum. */
const LISTED = { default: 30, max: 200 } as const;

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
        maximum: LISTED.max,
        description: `How many messages to list at most. Default ${LISTED.default}.`,
      },
    },
  },
} as const);

const ROLES = { system: 'system', human: 'user', ai: 'assistant', tool: 'tool' } as const;

/** Maximum number of UTF-16 units shown of a message. */
const SHOWN = 120;

/**
 * Answers a call of `LIST_TOOL`. Reads only the listed originals from the store.
 *
 * @throws {InputMistake} when an argument is invalid
 */
export async function listOriginals(
  originals: Pick<Originals, 'ids' | 'recallAll' | 'shortId'>,
  given: unknown,
): Promise<string> {
  const input = readToolInput(given, ['offset', 'limit']);
  const offset = readCount(input, 'offset', { default: 0, min: 0 });
  const limit = readCount(input, 'limit', { default: LISTED.default, min: 1, max: LISTED.max });
  const all = originals.ids();
  const total = all.length;
  if (total === 0) return '[nothing was taken out yet]';
  const ids = all.slice(offset, offset + limit);
  if (ids.length === 0) return `[there are ${total} messages, and none behind them]`;
  const next = offset + ids.length;
  const more = next < total ? `; to go on: ${JSON.stringify({ offset: next, limit })}` : '';
  const recalled = await originals.recallAll(ids);
  return [
    `[messages ${offset + 1} to ${next} of ${total}${more}]`,
    ...ids.map((id, index) => `${originals.shortId(id)} ${describe(recalled[index]!)}`),
  ].join('\n');
}

function describe(recalled: Recalled): string {
  if (recalled.kind !== 'found') {
    const isDamaged = recalled.kind === 'missing' && recalled.reason === 'corrupt';
    return isDamaged ? 'damaged in the store' : 'no longer in the store';
  }
  const entries = entriesOf(recalled.message);
  const tools = entries.flatMap(({ blocks }) =>
    blocks.flatMap((block) => {
      if (block.type === 'tool_call') return block.name;
      return block.type === 'tool_response' ? block.toolName : [];
    }),
  );
  const text = messageParts(recalled.message).join('\n');
  const lines = lineSpans(text).length;
  const size = `(${lines} ${lines === 1 ? 'line' : 'lines'}, ${text.length} characters)`;
  const names = [entries[0] && ROLES[entries[0].speaker], tools.find((name) => name !== ''), size];
  // Leading white space counts toward the limit, so that a blank text is not searched line by line.
  const begin = text.slice(0, 2_000).trimStart();
  const firstLine = truncateText(begin.slice(0, lineSpans(begin)[0]!.end), SHOWN).toWellFormed();
  return `${names.filter((name) => name !== undefined).join(' ')}: ${firstLine}`;
}
