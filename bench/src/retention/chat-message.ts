/** A message of a recorded conversation, or of a compressed one. */
export interface ChatMessage {
  readonly role: string;
  /** A method may return parts instead of a string. */
  readonly content?: string | readonly ChatPart[] | null;
  readonly reasoning_content?: string;
  readonly tool_calls?: readonly ChatCall[];
  readonly tool_call_id?: string;
  readonly name?: string;
}

interface ChatPart {
  readonly type: string;
  readonly text?: string;
}

interface ChatCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

/** Returns the text of a message without calls and reasoning. */
export function contentText({ content }: ChatMessage): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map(({ text = '' }) => text).join('\n');
}

export interface DecodedArguments {
  /** Every string value; the text itself if it is not JSON. */
  readonly strings: readonly string[];
  /** Keys, numbers, and all other values. */
  readonly others: readonly string[];
}

/** Decodes the arguments of a call, with escapes resolved. */
export function decodeArguments(text: string): DecodedArguments {
  const strings: string[] = [];
  const others: string[] = [];
  let whole: unknown;
  try {
    whole = JSON.parse(text);
  } catch {
    return { strings: [text], others };
  }
  const open: unknown[] = [whole];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string') strings.push(value);
    else if (Array.isArray(value)) for (const item of value) open.push(item);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, member] of Object.entries(value)) {
        others.push(key);
        open.push(member);
      }
    } else others.push(String(value));
  }
  return { strings, others };
}

/** Returns the characters (UTF-16 units) that a method can save: content, reasoning, names and arguments of calls. System messages count 0. */
export function messageCharacters(messages: readonly ChatMessage[]): number {
  return messages.reduce((sum, message) => sum + charactersOf(message), 0);
}

/** Returns the characters of one message. */
export function charactersOf(message: ChatMessage): number {
  if (message.role === 'system') return 0;
  let sum = contentText(message).length + (message.reasoning_content?.length ?? 0);
  for (const call of message.tool_calls ?? []) {
    sum += call.function.name.length + call.function.arguments.length;
  }
  return sum;
}
