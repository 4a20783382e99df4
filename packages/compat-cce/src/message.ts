/** A message as ContextCompressionEngine reads it. Every further field travels along untouched. */
export interface Message {
  /** Text or number, anything but null. Need not be unique, although only messages with an id of their own are named in references. */
  id: string;
  /** Never read and never rewritten. */
  index: number;
  role?: string | undefined;
  /** Only text is shortened. Messages with any other content (parts, null) stay as they are. */
  content?: string | undefined;
  metadata?: Record<string, unknown> | undefined;
  tool_calls?: unknown[] | undefined;
  [key: string]: unknown;
}

/** The id as text: histories hold numbers too. */
export function idText(message: Message): string {
  const id: unknown = message.id;
  return String(id);
}

/** The role, if it is a text. */
export function roleOf(message: Message): string | undefined {
  const role: unknown = message.role;
  return typeof role === 'string' ? role : undefined;
}

/** What a message says, if that is text alone; otherwise nothing. */
export function textOf(message: Message): string {
  const content: unknown = message.content;
  return typeof content === 'string' ? content : '';
}

/**
 * Length of what a message says, in UTF-16 units. Of content in parts the texts count: `['a', { text: 'b' }]` is 2 long. Tool calls
 * count nothing.
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
