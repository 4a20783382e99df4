import { InvalidInputError } from './invalid-input-error.ts';

/** A message as ContextCompressionEngine reads it. All other fields are kept. */
export interface Message {
  /** Text or number, not null. Need not be unique, but references name only messages with a unique id. */
  id: string;
  /** Never read and never rewritten. */
  index: number;
  role?: string | undefined;
  /** Only text is shortened. Messages with other content (parts, null) stay unchanged. */
  content?: string | undefined;
  metadata?: Record<string, unknown> | undefined;
  tool_calls?: unknown[] | undefined;
  [key: string]: unknown;
}

/** Returns the id as text: ids can also be numbers. */
export function idText(message: Message): string {
  const id: unknown = message.id;
  return String(id);
}

/** Returns how many messages have each id. */
export function countIds(messages: readonly Message[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const message of messages) {
    const id = idText(message);
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** Returns the role; an empty text if it is not a text. */
export function roleOf({ role }: Message): string {
  return typeof role === 'string' ? role : '';
}

/** Returns the content if it is a text, otherwise an empty text. */
export function textOf({ content }: Message): string {
  return typeof content === 'string' ? content : '';
}

/**
 * Returns the length of the content, in UTF-16 units. In a list of parts only the texts count: `['a', { text: 'b' }]` has length 2. Tool calls
 * do not count.
 */
export function contentLength(message: Message): number {
  const content: unknown = message.content;
  if (!Array.isArray(content)) return textOf(message).length;
  const texts = content.map((part: unknown) =>
    typeof part === 'string' ? part : (part as { readonly text?: unknown } | null)?.text,
  );
  return texts.reduce<number>(
    (length, text) => length + (typeof text === 'string' ? text.length : 0),
    0,
  );
}

/** Returns whether a message must stay unchanged at any position: by its role, its tool calls, or content other than text. */
export function mustStay(message: Message, preserve: ReadonlySet<string>): boolean {
  const { content, role, tool_calls: calls, function_call: call } = message;
  if (role !== undefined && preserve.has(role)) return true;
  const callsTools = Array.isArray(calls) ? calls.length > 0 : Boolean(calls);
  return callsTools || Boolean(call) || typeof content !== 'string';
}

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
