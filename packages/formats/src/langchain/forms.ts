import type { Speaker } from '@palimpsest/core-types';
import { isObject, isRecord, membersOf, textOf } from '../values.ts';

/**
 * A message of `@langchain/core`: an instance of a message class, or what stands for one as plain data: `{role, content}` and
 * `{type, content}` as LangChain accepts them in place of messages, `{type, data}` as it stores them, and the serialized
 * `{lc: 1, type: 'constructor', id, kwargs}`. Members not listed here survive too.
 */
export interface LangChainMessage {
  readonly id?: unknown;
  readonly type?: unknown;
  readonly role?: unknown;
  readonly content?: unknown;
  readonly data?: unknown;
  readonly kwargs?: unknown;
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

type Form = 'instance' | 'serialized' | 'stored' | 'plain';

export interface View {
  readonly form: Form;
  /** `human`, `ai`, `system`, `tool`, or an unknown type. */
  readonly type: unknown;
  readonly fields: Fields;
}

export const SPEAKERS: ReadonlyMap<unknown, Speaker> = new Map([
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
  const { type, role, data, kwargs, id } = message;
  if (isInstance(message)) {
    const members = Object.entries(message).filter(([name]) => !OF_INSTANCES.has(name));
    const fields: Fields & { readonly role?: unknown } = Object.fromEntries(members);
    const given = message.getType();
    return { form: 'instance', type: given === 'generic' ? fields.role : given, fields };
  }
  if (type === 'constructor' && isRecord(kwargs)) {
    const name = Array.isArray(id) ? textOf(id.at(-1)) : '';
    const known = name.replace(/Message(?:Chunk)?$/, '').toLowerCase();
    return { form: 'serialized', type: known === 'chat' ? kwargs['role'] : known, fields: kwargs };
  }
  if (role === undefined && isRecord(data)) {
    return { form: 'stored', type: type === 'generic' ? data['role'] : type, fields: data };
  }
  return { form: 'plain', type: role ?? type, fields: message };
}

interface Instance extends LangChainMessage {
  readonly getType: () => unknown;
}

export function isInstance(message: object): message is Instance {
  return typeof membersOf(message)['getType'] === 'function';
}

/** Rebuilds a message with other fields by the constructor of the original. Constructors may mutate their arguments. */
export function rebuild(
  message: LangChainMessage,
  { form }: View,
  fields: Fields,
): LangChainMessage {
  switch (form) {
    case 'instance': {
      const own = { ...fields };
      if (Array.isArray(fields.content)) Object.assign(own, { content: [...fields.content] });
      if (isObject(fields.additional_kwargs)) {
        Object.assign(own, { additional_kwargs: { ...fields.additional_kwargs } });
      }
      return Reflect.construct(message.constructor, [own]) as LangChainMessage;
    }
    case 'serialized':
      return { ...message, kwargs: fields };
    case 'stored':
      return { ...message, data: fields };
    default:
      return fields;
  }
}

const NAMES = {
  human: ['HumanMessage', 'user'],
  ai: ['AIMessage', 'assistant'],
  system: ['SystemMessage', 'system'],
  tool: ['ToolMessage', 'tool'],
} as const;

/** Creates a new message: of its class if known, else in the form of its neighbours. */
export function build(
  type: Speaker,
  fields: Fields,
  { form, classes }: Surroundings,
): LangChainMessage {
  const [name, role] = NAMES[type];
  const known = classes[name];
  if (known !== undefined) return new known(fields as never);
  if (form === 'stored') return { type, data: fields };
  if (form === 'serialized') {
    const serialized = { lc: 1, type: 'constructor', id: ['langchain_core', 'messages', name] };
    return { ...serialized, kwargs: fields };
  }
  const plain: LangChainMessage = { role, ...fields };
  return plain;
}

/** What new messages are made of: their form, and their classes. */
export interface Surroundings {
  readonly form: Form;
  readonly classes: Partial<LangChainClasses>;
}

/** Returns the classes and the form of messages. Chunk classes are not used for whole messages. */
export function surroundings(
  messages: readonly LangChainMessage[],
  given: Partial<LangChainClasses>,
): Surroundings {
  let form: Form = 'plain';
  const found: Partial<Record<keyof LangChainClasses, unknown>> = {};
  for (const message of messages) {
    const view = viewOf(message);
    form = view.form;
    const speaker = SPEAKERS.get(view.type);
    if (!isInstance(message) || speaker === undefined || 'concat' in message) continue;
    const [name] = NAMES[speaker];
    if (message.getType() === speaker) found[name] ??= message.constructor;
  }
  return { form, classes: { ...(found as Partial<LangChainClasses>), ...given } };
}
