import type { IContent, ToolCallBlock } from '@palimpsest/core-types';
import { CallNames, nameResponses } from './call-names.ts';
import type { Codec } from './codec.ts';
import { readTurn, type GenkitMessage, type GenkitPart } from './genkit/read.ts';
import { writeTurn } from './genkit/write.ts';
import { MissingIds, withoutGivenIds } from './missing-ids.ts';
import { nativePart } from './native.ts';
import { splitTurn, writeTurns, type TurnFormat } from './turns.ts';
import { textOf } from './values.ts';

export type { GenkitMessage } from './genkit/read.ts';

const format: TurnFormat<GenkitMessage> = {
  name: 'genkit',
  hasToolNames: true,
  read: readTurn,
  shell({ content: _content, ...rest }) {
    return rest;
  },
  write: writeTurn,
};

/** Messages of Genkit. A message with tool responses becomes one entry per response and one per run of other parts. */
export const genkit: Codec<GenkitMessage> = {
  name: 'genkit',
  decode(messages) {
    const names = new CallNames();
    const ids = new MissingIds('genkit');
    const history: IContent[] = [];
    for (const [index, message] of messages.entries()) {
      const turn = nameResponses(ids.fill(readTurn(message, index)), names, index);
      for (const entry of splitTurn(format, message, turn)) history.push(entry);
    }
    return history;
  },
  encode: (history) => writeTurns(format, withoutGivenIds(history, hasGivenId)),
};

function hasGivenId(call: ToolCallBlock): boolean {
  const part = nativePart<GenkitPart>('genkit', call)?.part;
  return part !== undefined && textOf(part.toolRequest?.ref) === '';
}
