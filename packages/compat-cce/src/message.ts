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

/** Returns the role; `undefined` if it is not a text. */
export function roleOf(message: Message): string | undefined {
  const role: unknown = message.role;
  return typeof role === 'string' ? role : undefined;
}

/** Returns the content if it is a text, otherwise an empty text. */
export function textOf(message: Message): string {
  const content: unknown = message.content;
  return typeof content === 'string' ? content : '';
}

/**
 * Returns the length of the content, in UTF-16 units. In a list of parts only the texts count: `['a', { text: 'b' }]` has length 2. Tool calls
 * do not count.
 */
export function contentLength(message: Message): number {
  const content: unknown = message.content;
  if (typeof content === 'string') return content.length;
  if (!Array.isArray(content)) return 0;
  return content.reduce<number>((length, part) => length + partText(part).length, 0);
}

function partText(part: unknown): string {
  if (typeof part === 'string') return part;
  const text: unknown = (part as { text?: unknown } | null | undefined)?.text;
  return typeof text === 'string' ? text : '';
}
