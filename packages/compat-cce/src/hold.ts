import type { Message } from './message.ts';

/** Returns why a message must stay unchanged at any position: its role, its tool calls, or content other than text; `undefined` if it may change. */
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
