import type { Message } from './message.ts';

/** Why a message stays as it is wherever it stands, if it does: because of its role, of its tool calls, or because its content is no text. */
export function holdOf(message: Message, preserve: ReadonlySet<string>): string | undefined {
  const { content, role } = message;
  if (role !== undefined && preserve.has(role)) return 'role';
  if (callsTools(message)) return 'tool-calls';
  return typeof content === 'string' ? undefined : 'no-text';
}

/** Whether a message asks for tools, in the form of today or the older one with a single function. */
function callsTools({ tool_calls: calls, function_call: call }: Message): boolean {
  const list: unknown = calls;
  return (Array.isArray(list) ? list.length > 0 : Boolean(list)) || Boolean(call);
}
