import type { Passage } from '@palimpsest/summarizer/reduce';
import { countIds, idText, mustStay, roleOf, textOf, type Message } from './message.ts';
import { isGenerated } from './provenance.ts';

/** Returns one passage for each message, at the same index. */
export function passagesOf(
  messages: readonly Message[],
  preserve: ReadonlySet<string>,
  recencyStart: number,
): Passage[] {
  return messages.map((message, position) => {
    const stays = position >= recencyStart || mustStay(message, preserve) || isGenerated(message);
    const group = groupOf(message);
    return {
      text: textOf(message),
      position,
      skipReason: stays ? 'stays' : undefined,
      name: () => idText(message),
      ...(group !== undefined && { group }),
    };
  });
}

/**
 * Returns the group of a message: adjacent messages of one group may share a summary. Tool results have none, so that each call keeps its
 * result.
 */
function groupOf(message: Message): string | undefined {
  const { name, tool_call_id: call } = message;
  const role = roleOf(message);
  if (role === 'tool' || role === 'function' || call !== undefined) return undefined;
  return JSON.stringify([role, typeof name === 'string' ? name : null]);
}

/** Returns a predicate for indices of messages that a reference can name: the id must be unique and contain no line break. */
export function isNameable(messages: readonly Message[]): (index: number) => boolean {
  const bearers = countIds(messages);
  return (index) => {
    const id = idText(messages[index]!);
    return bearers.get(id) === 1 && !/[\r\n\u2028\u2029]/.test(id);
  };
}
