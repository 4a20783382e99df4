import type { Speaker } from '@palimpsest/core-types';
import type { Detection } from '../codec.ts';
import { isObject, listOf, membersOf } from '../framework/values.ts';

/**
 * A message of `@langchain/core`: an instance of a message class, or the plain data that LangChain accepts in place of one: `{role, content}`
 * or `{type, content}`. Unlisted members are preserved. LangChain itself loads stored and serialized messages (`{type, data}`, `{lc: 1, …}`).
 */
export interface LangChainMessage {
  readonly id?: unknown;
  readonly type?: unknown;
  readonly role?: unknown;
  readonly content?: unknown;
}

/** Message classes. The `Fields` of a constructor are not inspected. */
export interface LangChainClasses<Message extends LangChainMessage = LangChainMessage> {
  readonly HumanMessage: new (fields: never) => Message;
  readonly AIMessage: new (fields: never) => Message;
  readonly SystemMessage: new (fields: never) => Message;
  readonly ToolMessage: new (fields: never) => Message;
}

/** Constructor arguments of a message, in any form. */
export interface Fields {
  readonly id?: unknown;
  readonly name?: unknown;
  readonly content?: unknown;
  readonly tool_calls?: unknown;
  readonly tool_call_id?: unknown;
  readonly status?: unknown;
  readonly additional_kwargs?: unknown;
  readonly response_metadata?: unknown;
}

interface View {
  /** `human`, `ai`, `system`, `tool`, or an unknown type. */
  readonly type: unknown;
  readonly fields: Fields;
}

export const ROLES: ReadonlyMap<unknown, Speaker> = new Map([
  ['human', 'human'],
  ['user', 'human'],
  ['ai', 'ai'],
  ['assistant', 'ai'],
  ['system', 'system'],
  ['developer', 'system'],
  ['tool', 'tool'],
  ['function', 'tool'],
]);

/** Members of instances that no constructor accepts. */
const OF_INSTANCES = new Set([
  'type',
  'lc_namespace',
  'lc_serializable',
  'lc_kwargs',
  'lc_direct_tool_output',
  // Stream fragments from which the calls are built: they would undo every change.
  'tool_call_chunks',
]);

export function viewOf(message: LangChainMessage): View {
  if (!isInstance(message)) return { type: message.role ?? message.type, fields: message };
  const members = Object.entries(message).filter(([name]) => !OF_INSTANCES.has(name));
  const fields: Fields & { readonly role?: unknown } = Object.fromEntries(members);
  const type = message.getType();
  return { type: type === 'generic' ? fields.role : type, fields };
}

interface Instance extends LangChainMessage {
  readonly getType: () => unknown;
}

function isInstance(message: object): message is Instance {
  return typeof membersOf(message)['getType'] === 'function';
}

/** Rebuilds a message with other fields by the constructor of the original. Constructors may mutate their arguments. */
export function rebuild(message: LangChainMessage, fields: Fields): LangChainMessage {
  if (!isInstance(message)) return fields;
  const { content, additional_kwargs: kwargs } = fields;
  const own = {
    ...fields,
    ...(Array.isArray(content) ? { content: [...(content as unknown[])] } : {}),
    ...(isObject(kwargs) ? { additional_kwargs: { ...kwargs } } : {}),
  };
  return Reflect.construct(message.constructor, [own]) as LangChainMessage;
}

const NAMES = {
  human: ['HumanMessage', 'user'],
  ai: ['AIMessage', 'assistant'],
  system: ['SystemMessage', 'system'],
  tool: ['ToolMessage', 'tool'],
} as const;

/** Creates a new message: of its class if known, else plain data. */
export function build(
  type: Speaker,
  fields: Fields,
  classes: Partial<LangChainClasses>,
): LangChainMessage {
  const [name, role] = NAMES[type];
  const known = classes[name];
  if (known !== undefined) return new known(fields as never);
  const plain: LangChainMessage = { role, ...fields };
  return plain;
}

/** Returns the classes of messages. Chunk classes are not used for whole messages. */
export function classesOf(messages: readonly LangChainMessage[]): Partial<LangChainClasses> {
  const found: Partial<Record<keyof LangChainClasses, unknown>> = {};
  for (const message of messages) {
    const speaker = ROLES.get(viewOf(message).type);
    if (!isInstance(message) || speaker === undefined || 'concat' in message) continue;
    const [name] = NAMES[speaker];
    if (message.getType() === speaker) found[name] ??= message.constructor;
  }
  return found as Partial<LangChainClasses>;
}

const TYPES = new Set<unknown>(['human', 'ai', 'system', 'tool', 'function', 'generic']);

/** Plain data is like OpenAI's, but with its own roles and with parsed arguments in calls. */
export const detectLangChain: Detection = (message) => {
  const { type, role, uuid, sessionId, lc, data, kwargs, content, parts } = message;
  if (typeof message['getType'] === 'function') return 'sure';
  if (Array.isArray(parts) || typeof (uuid ?? sessionId) === 'string') return undefined;
  if (role === undefined) {
    const isStored = TYPES.has(type) && (isObject(data) || content !== undefined);
    return isStored || (lc === 1 && type === 'constructor' && isObject(kwargs))
      ? 'sure'
      : undefined;
  }
  const { args, function: called } = membersOf(listOf(message['tool_calls'])[0]);
  const isCall = role === 'assistant' && args !== undefined && called === undefined;
  return role === 'human' || role === 'ai' || isCall ? 'sure' : undefined;
};
