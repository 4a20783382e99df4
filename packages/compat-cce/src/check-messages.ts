import { describeValue } from '@palimpsest/core-types';
import { InvalidInputError } from './invalid-input-error.ts';

/** Throws `InvalidInputError` unless `messages` is a list of objects that all have an id. */
export function checkMessages(messages: unknown): void {
  if (!Array.isArray(messages)) {
    throw new InvalidInputError(
      `Expected a list of messages, got ${describeValue(messages)}. Hand in an array of { id, index, role, content }.`,
      'MESSAGES_NOT_A_LIST',
    );
  }
  // By index, because a hole in the list is a missing message too.
  for (let position = 0; position < messages.length; position += 1) {
    const message: unknown = messages[position];
    const place = `messages[${position}]`;
    if (typeof message !== 'object' || message === null || Array.isArray(message)) {
      const expected = `expected an object with an id, got ${describeValue(message)}.`;
      throw new InvalidInputError(`${place}: ${expected}`, 'MESSAGE_NOT_AN_OBJECT');
    }
    const { id } = message as { id?: unknown };
    if (['string', 'number', 'bigint'].includes(typeof id)) continue;
    const problem =
      id === null || id === undefined
        ? `${place} has no id. Give every message one: its original is kept under it.`
        : `The id of ${place} is ${describeValue(id)}. Ids are texts or numbers.`;
    throw new InvalidInputError(problem, 'MESSAGE_WITHOUT_ID');
  }
}
