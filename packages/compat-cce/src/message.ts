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

/**
 * Returns why a message must stay unchanged at any position: its role, its tool calls, or content other than text; `undefined` if it may
 * change.
 */
export function holdOf(message: Message, preserve: ReadonlySet<string>): string | undefined {
  const { content, role } = message;
  if (role !== undefined && preserve.has(role)) return 'role';
  if (callsTools(message)) return 'tool-calls';
  return typeof content === 'string' ? undefined : 'no-text';
}

/** Returns whether a message has tool calls, in the current form or the older one with a single function. */
function callsTools({ tool_calls: calls, function_call: call }: Message): boolean {
  const list: unknown = calls;
  return (Array.isArray(list) ? list.length > 0 : Boolean(list)) || Boolean(call);
}
