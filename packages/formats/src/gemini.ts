import type { IContent, ToolCallBlock } from '@palimpsest/core-types';
import { CallNames, nameResponses } from './call-names.ts';
import type { Codec } from './codec.ts';
import { readTurn, type GeminiContent, type GeminiPart } from './gemini/read.ts';
import { writeTurn } from './gemini/write.ts';
import { MissingIds, withoutGivenIds } from './missing-ids.ts';
import { nativePart } from './native.ts';
import { splitTurn, writeTurns, type TurnFormat } from './turns.ts';
import { textOf } from './values.ts';

export type { GeminiContent } from './gemini/read.ts';
export { geminiRequest, type GeminiRequest } from './gemini/request.ts';

const format: TurnFormat<GeminiContent> = {
  name: 'gemini',
  hasToolNames: true,
  read: readTurn,
  shell({ parts: _parts, ...rest }) {
    return rest;
  },
  write: writeTurn,
};

/** Gemini contents. A user content with function responses becomes one entry per response and one per run of other parts. */
export const gemini: Codec<GeminiContent> = {
  name: 'gemini',
  decode(contents) {
    const names = new CallNames();
    const ids = new MissingIds('gemini');
    const history: IContent[] = [];
    for (const [index, content] of contents.entries()) {
      const turn = nameResponses(ids.fill(readTurn(content, index)), names, index);
      for (const entry of splitTurn(format, content, turn)) history.push(entry);
    }
    return history;
  },
  encode: (history) => writeTurns(format, withoutGivenIds(history, hasGivenId)),
};

function hasGivenId(call: ToolCallBlock): boolean {
  const part = nativePart<GeminiPart>('gemini', call)?.part;
  return part !== undefined && textOf(part.functionCall?.id) === '';
}
