import { InvalidInputError } from './invalid-input-error.ts';
import { idText, type Message } from './message.ts';

/**
 * Returns a deep copy of a message.
 *
 * @throws {InvalidInputError} when it has a value that is no data, such as a function
 */
export function copyMessage(message: Message): Message {
  try {
    return structuredClone(message);
  } catch (error) {
    throw new InvalidInputError(
      `The message "${idText(message)}" cannot be copied: ${String(error)} Hand in plain data.`,
      'MESSAGE_NOT_PLAIN',
    );
  }
}
