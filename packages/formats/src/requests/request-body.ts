import type { FormatName } from '../codec.ts';
import { findFormat } from '../formats.ts';
import { isRecord, listOf, sameElements, textOf, type Members } from '../framework/values.ts';

/** The member of a request body with its messages. */
type MessagesMember = 'messages' | 'contents' | 'input';

/** A whole request: its messages and its overhead. */
export interface RequestBody {
  /** The given body. */
  readonly value: Members;
  readonly member: MessagesMember;
  /** The messages; one message if the member is a single text, none if that is empty. */
  readonly messages: readonly unknown[];
  /** Absent if the messages have no known format. */
  readonly format?: FormatName;
  /** System text outside the messages, as in the body; one element per member. */
  readonly system: readonly unknown[];
  /** Tool definitions, as in the body. */
  readonly tools: readonly unknown[];
  /** The member by which the provider stores earlier messages, so that these are not the whole history. */
  readonly serverManagedBy?: string;
  /**
   * Returns the body with other messages. All other members and their order stay. Returns the same object if the messages are the same
   * objects. A member that was one text is written as one text again if possible.
   */
  withMessages(messages: readonly unknown[]): Members;
}

/** Where each kind of body holds its overhead. */
const OVERHEAD: Readonly<
  Record<MessagesMember, { readonly system: readonly string[]; readonly tools: readonly string[] }>
> = {
  messages: { system: ['system'], tools: ['tools', 'functions'] },
  contents: { system: ['systemInstruction', 'system_instruction'], tools: ['tools'] },
  input: { system: ['instructions'], tools: ['tools'] },
};

const HOME: Readonly<Partial<Record<FormatName, MessagesMember>>> = {
  gemini: 'contents',
  'openai-responses': 'input',
  'openai-agents': 'input',
};

const MEMBERS: readonly MessagesMember[] = ['messages', 'contents', 'input'];

/**
 * Parses a request body of Anthropic (`messages`, `system`), OpenAI chat (`messages`), Gemini (`contents`) or the Responses API (`input`).
 * Returns `undefined` for everything else. Reads no message.
 *
 * @param format the format of the messages, if known: its member is tried first
 */
export function parseRequestBody(value: unknown, format?: FormatName): RequestBody | undefined {
  if (!isRecord(value)) return undefined;
  const home = format === undefined ? undefined : (HOME[format] ?? 'messages');
  const order = home === undefined ? MEMBERS : [home, ...MEMBERS];
  const member = order.find((name) => holdsMessages(value, name));
  if (member === undefined) return undefined;
  const given = value[member];
  const text = textOf(given);
  const texts = text === '' ? [] : [textMessage(member, text)];
  // The caller may change the list.
  const messages = Array.isArray(given) ? [...given] : texts;
  const found = format ?? formatOfBody(value, member, messages);
  const serverManagedBy = findServerManaged(value, member);
  // The Google Gen AI SDK keeps them in `config`.
  const sources = member === 'contents' ? [value, value['config']] : [value];
  const pick = (names: readonly string[]): readonly unknown[] =>
    sources.filter(isRecord).flatMap((source) => {
      const held = names.filter((name) => Object.hasOwn(source, name));
      return held.map((name) => source[name]);
    });
  return {
    value,
    member,
    messages,
    ...(found === undefined ? {} : { format: found }),
    system: pick(OVERHEAD[member].system),
    tools: pick(OVERHEAD[member].tools),
    ...(serverManagedBy === undefined ? {} : { serverManagedBy }),
    withMessages(after) {
      if (sameElements(after, messages)) return value;
      const lone = typeof given === 'string' ? loneText(member, after) : undefined;
      return { ...value, [member]: lone ?? after };
    },
  };
}

/**
 * Returns the format of a conversation, or of a whole request body; `undefined` if it has no messages or an unknown shape. The first message
 * that is valid in only one format decides. Plain texts of system, user and assistant are valid in two formats: the members of a body
 * distinguish them, and without a body they count as `openai`.
 */
export function detectFormat(given: readonly unknown[] | object): FormatName | undefined {
  return Array.isArray(given) ? findFormat(given)?.format : parseRequestBody(given)?.format;
}

/** Returns whether a member contains messages. Messages and records may have an `input` too, but also a role or a type. */
function holdsMessages(value: Members, member: MessagesMember): boolean {
  if (!Object.hasOwn(value, member)) return false;
  if (member === 'messages') return Array.isArray(value[member]);
  const isMessage = typeof value['role'] === 'string' || typeof value['type'] === 'string';
  return !isMessage && (Array.isArray(value[member]) || typeof value[member] === 'string');
}

function formatOfBody(
  body: Members,
  member: MessagesMember,
  messages: readonly unknown[],
): FormatName | undefined {
  const found = findFormat(messages);
  if (member === 'contents') {
    return messages.length === 0 || found?.format === 'gemini' ? 'gemini' : undefined;
  }
  if (member === 'input') {
    if (found?.format === 'openai-agents') return 'openai-agents';
    return messages.every(isItem) ? 'openai-responses' : undefined;
  }
  if (found?.isSure !== true && isAnthropic(body)) {
    return found === undefined && messages.length > 0 ? undefined : 'anthropic';
  }
  return messages.length === 0 ? 'openai' : found?.format;
}

/** Returns whether a value is an item. Without a type it is a message, or a reference to a stored one. */
function isItem(value: unknown): boolean {
  return isRecord(value) && ['type', 'role', 'id'].some((name) => typeof value[name] === 'string');
}

/** Returns whether a body with plain messages is Anthropic's: OpenAI has no `system` member, and other tools. */
function isAnthropic(body: Members): boolean {
  return (
    Object.hasOwn(body, 'system') ||
    Object.hasOwn(body, 'anthropic_version') ||
    listOf(body['tools']).some((tool) => isRecord(tool) && isRecord(tool['input_schema']))
  );
}

function textMessage(member: MessagesMember, text: string): Members {
  return member === 'contents'
    ? { role: 'user', parts: [{ text }] }
    : { role: 'user', content: text };
}

/** Returns the text of a message created by `textMessage`, if that is all it contains. */
function loneText(member: MessagesMember, messages: readonly unknown[]): string | undefined {
  const [only] = messages;
  if (messages.length !== 1 || !isRecord(only) || only['role'] !== 'user') return undefined;
  if (Object.keys(only).length !== 2) return undefined;
  const [part, ...others] = listOf(only['parts']);
  const isLone = others.length === 0 && isRecord(part) && Object.keys(part).length === 1;
  const text = member !== 'contents' ? only['content'] : isLone ? part['text'] : undefined;
  return typeof text === 'string' ? text : undefined;
}

const REFERENCES = ['previous_response_id', 'conversation'];

/**
 * Returns the member by which the provider stores a part of the history: a thread of Anthropic, or what a request to the Responses API refers
 * to. Nothing may be removed from such a history: which call a result answers cannot be seen.
 */
function findServerManaged(body: Members, member: MessagesMember): string | undefined {
  if (member === 'messages') return isRecord(body['thread']) ? 'thread' : undefined;
  if (member === 'contents') return undefined;
  const found = REFERENCES.find((name) => !isNothing(body[name]));
  return found ?? (answersReferences(listOf(body['input'])) ? 'item_reference' : undefined);
}

/** Returns whether items contain outputs without their calls, after references to items that the provider stores. */
function answersReferences(items: readonly unknown[]): boolean {
  const calls = new Set<string>();
  let refers = false;
  for (const item of items) {
    const { type, id, role, call_id: callId } = isRecord(item) ? item : {};
    refers ||= type === 'item_reference' || (isNothing(type) && isNothing(role) && !isNothing(id));
    if (typeof callId !== 'string') continue;
    if (refers && String(type).endsWith('_output') && !calls.has(callId)) return true;
    calls.add(callId);
  }
  return false;
}

function isNothing(value: unknown): boolean {
  return (value ?? undefined) === undefined;
}
