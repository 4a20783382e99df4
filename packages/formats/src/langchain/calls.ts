import type { ToolCallBlock } from '@palimpsest/core-types';
import { nativePart, sameBlock } from '../framework/native.ts';
import { isObject, isRecord, membersOf, textOf, type Members } from '../framework/values.ts';
import { readFunctionCall } from '../openai/parts.ts';
import {
  readArguments,
  unwrapParameters,
  wrapParameters,
  writeArguments,
} from '../results/arguments.ts';
import type { Fields } from './forms.ts';

/**
 * A call in LangChain occurs up to three times: in `tool_calls`, as a content part in the provider's format, and in
 * `additional_kwargs.tool_calls`. It is changed or removed in the first two; the third copy goes when a call changes.
 */
interface CallPart {
  /** Absent if only the content has the call. */
  readonly call?: Members;
  readonly mirror?: Members;
}

const MIRRORS = new Set<unknown>(['tool_use', 'tool_call', 'functionCall', 'function_call']);

/** Returns whether a part of the content is a call. */
export function isMirror(part: unknown): part is Members {
  return isObject(part) && MIRRORS.has(membersOf(part)['type']);
}

export function listedCalls({ tool_calls: calls, additional_kwargs: kwargs }: Fields): unknown {
  return calls ?? (isRecord(kwargs) ? kwargs['tool_calls'] : undefined);
}

/** Pairs each copy in the content with its listed call, by id, or by name if there is no id. */
export function pairCalls(calls: readonly unknown[]): {
  /** Returns the call of a copy. Each call is returned once. */
  readonly take: (mirror: Members) => Members | undefined;
  /** Returns the calls that only the list has. */
  readonly rest: () => readonly Members[];
} {
  const open = new Set(calls.filter(isRecord));
  // The first call of an id or a name is the last of its list.
  const byId = new Map<string, Members[]>();
  const byName = new Map<string, Members[]>();
  for (const call of [...open].toReversed()) {
    const { id, name } = readFacts(call);
    for (const [lists, key] of [
      [byId, id],
      [byName, name],
    ] as const) {
      const list = lists.get(key);
      if (list === undefined) lists.set(key, [call]);
      else list.push(call);
    }
  }
  return {
    take(mirror) {
      const { id, name } = readFacts(mirror);
      const fitting = (id === '' ? byName.get(name) : byId.get(id)) ?? [];
      for (let call = fitting.pop(); call !== undefined; call = fitting.pop()) {
        if (open.delete(call)) return call;
      }
      return undefined;
    },
    rest: () => [...open],
  };
}

export function readCallPart(part: CallPart): ToolCallBlock {
  const { id, name, parameters } = readFacts(part.call ?? part.mirror ?? {});
  return { type: 'tool_call', id, name, parameters, native: { format: 'langchain', part } };
}

function readFacts(call: Members): Pick<ToolCallBlock, 'id' | 'name' | 'parameters'> {
  if (isObject(call['function'])) return readFunctionCall(call);
  const { type, call_id: callId, name, arguments: text } = call;
  const google = membersOf(call['functionCall']);
  // For custom and computer tools, `tool_calls` contains the item id as `call_id`.
  const ids = type === 'function_call' ? [callId, call['id']] : [call['id'], callId];
  const id = textOf(ids[0]) || textOf(ids[1]) || textOf(google['id']);
  const given = call['args'] ?? call['input'] ?? google['args'];
  const parameters =
    given === undefined && text !== undefined ? readArguments(text) : unwrapParameters(given);
  return { id, name: textOf(name) || textOf(google['name']), parameters };
}

/** Returns the unparsed arguments of a call. */
function writtenArguments(call: Members | undefined): unknown {
  const inner = call?.['function'];
  return (isObject(inner) ? membersOf(inner) : call)?.['arguments'];
}

/** Writes a call to every place that contains it. */
export function writeCallPart(block: ToolCallBlock): CallPart {
  const { id, name, parameters } = block;
  const part = nativePart<CallPart>('langchain', block)?.part;
  const args = wrapParameters(parameters, writtenArguments(part?.call ?? part?.mirror));
  if (part === undefined) return { call: { name, args, id, type: 'tool_call' } };
  if (sameBlock(block, readCallPart(part))) return part;
  const { function: _function, ...call } = part.call ?? {};
  const mirror = part.mirror === undefined ? {} : { mirror: writeMirror(part.mirror, block, args) };
  if (part.call === undefined) return mirror;
  return { call: { ...call, name, args, id, type: 'tool_call' }, ...mirror };
}

function writeMirror(
  mirror: Members,
  { id, name, parameters }: ToolCallBlock,
  args: unknown,
): Members {
  const { type, functionCall: google } = mirror;
  if (type === 'functionCall' || isObject(google)) {
    const ownId = textOf(membersOf(google)['id']) === '' ? {} : { id };
    return { ...mirror, functionCall: { ...membersOf(google), ...ownId, name, args } };
  }
  if (type === 'function_call') {
    const ownId = mirror['call_id'] === undefined ? { id } : { call_id: id };
    const { args: _args, ...rest } = mirror;
    return { ...rest, ...ownId, name, arguments: writeArguments(parameters, mirror['arguments']) };
  }
  return { ...mirror, id, name, ...(type === 'tool_use' ? { input: args } : { args }) };
}
