import { isRecord } from './is-record.ts';
import { contentOf, unwrapped } from './message-text.ts';

/** Role and tool of a message, as far as they are known. */
export interface MessageOrigin {
  /** Role as the format names it: `user`, `tool`, `ai`. */
  readonly role?: string;
  /** Name of the first tool that it calls or whose result it holds. */
  readonly tool?: string;
}

export function aboutMessage(message: unknown): MessageOrigin {
  const said = unwrapped(message);
  if (!isRecord(said)) return {};
  const role = [said['role'], said['speaker'], said['type']].find(isName);
  const content = contentOf(said);
  const calls = said['tool_calls'];
  const parts: unknown[] = [content, calls].filter((list) => Array.isArray(list)).flat();
  // The `name` of a user is not the name of a tool.
  const own = role === 'tool' || role === 'function' || role === 'toolResult' ? said : undefined;
  const tool = nameIn(own) ?? parts.map(nameIn).find((name) => name !== undefined);
  return { ...(role === undefined ? {} : { role }), ...(tool === undefined ? {} : { tool }) };
}

const INNER = [
  'function',
  'functionCall',
  'functionResponse',
  'toolRequest',
  'toolResponse',
] as const;

function nameIn(part: unknown): string | undefined {
  if (!isRecord(part)) return undefined;
  const inner = INNER.map((name) => part[name]).find(isRecord);
  return [part['toolName'], part['name'], inner?.['name']].find(isName);
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 200;
}
