import { isRecord } from './is-record.ts';
import { contentOf, unwrapped } from './message-text.ts';

/** Who said a message, and which tool, as far as the message tells. */
export interface MessageOrigin {
  /** As the format calls it: `user`, `tool`, `ai`. */
  readonly role?: string;
  /** The first tool it calls or answers. */
  readonly tool?: string;
}

export function aboutMessage(message: unknown): MessageOrigin {
  const said = unwrapped(message);
  if (!isRecord(said)) return {};
  const role = [said['role'], said['speaker'], said['type']].find(isName);
  const content = contentOf(said);
  const calls = said['tool_calls'];
  const parts: unknown[] = [content, calls].filter((list) => Array.isArray(list)).flat();
  // A person's `name` is no tool.
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
