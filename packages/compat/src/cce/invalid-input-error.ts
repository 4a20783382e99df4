import { describeValue } from '@palimpsest/core-types';

/** The brand by which `PalimpsestError.isInstance` recognizes all errors of the family. */
const BRAND: unique symbol = Symbol.for('@palimpsest/error');

/** Thrown for invalid input. A `TypeError`, as users of ContextCompressionEngine expect, which `PalimpsestError.isInstance` also recognizes. */
export class InvalidInputError extends TypeError {
  override readonly name: string = 'InvalidInputError';
  /** Error code, for programs. */
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    Object.defineProperty(this, BRAND, { value: true });
    this.code = code;
  }
}

/** Returns an error that says what was expected, and what was received. */
export function unexpected(what: string, expected: string, value: unknown, code: string): Error {
  const subject = what === '' ? 'Expected' : `${what}: expected`;
  return new InvalidInputError(`${subject} ${expected}, got ${describeValue(value)}.`, code);
}

/** @throws {InvalidInputError} unless `messages` is a list of objects that all have an id */
export function checkMessages(messages: unknown): void {
  if (!Array.isArray(messages)) {
    const expected = 'a list of messages { id, index, role, content }';
    throw unexpected('', expected, messages, 'MESSAGES_NOT_A_LIST');
  }
  // By index, because a hole in the list is a missing message too.
  for (let position = 0; position < messages.length; position += 1) {
    const message: unknown = messages[position];
    const place = `messages[${position}]`;
    if (typeof message !== 'object' || message === null || Array.isArray(message)) {
      throw unexpected(place, 'an object with an id', message, 'MESSAGE_NOT_AN_OBJECT');
    }
    const { id } = message as { readonly id?: unknown };
    if (['string', 'number', 'bigint'].includes(typeof id)) continue;
    throw unexpected(`${place}.id`, 'a text or a number', id, 'MESSAGE_WITHOUT_ID');
  }
}
