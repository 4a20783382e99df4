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
    checkMessage(messages[position], position);
  }
}

function checkMessage(message: unknown, position: number): void {
  if (typeof message !== 'object' || message === null || Array.isArray(message)) {
    throw new InvalidInputError(
      `messages[${position}]: expected an object with an id, got ${describeValue(message)}.`,
      'MESSAGE_NOT_AN_OBJECT',
    );
  }
  const id = (message as { id?: unknown }).id;
  if (id === null || id === undefined) {
    throw new InvalidInputError(
      `messages[${position}] has no id. Give every message one: its original is kept under it.`,
      'MESSAGE_WITHOUT_ID',
    );
  }
  if (typeof id !== 'string' && typeof id !== 'number' && typeof id !== 'bigint') {
    throw new InvalidInputError(
      `The id of messages[${position}] is ${describeValue(id)}. Ids are texts or numbers.`,
      'MESSAGE_WITHOUT_ID',
    );
  }
}
