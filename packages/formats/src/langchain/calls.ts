import type { ToolCallBlock } from '@palimpsest/core-types';
import type { Fields } from './forms.ts';
import { nativePart, sameBlock, type NativePart } from '../native.ts';
import { readCall as readOpenAICall } from '../openai/read.ts';
import { unwrapParameters, wrapParameters, writeArguments } from '../results/tool-payload.ts';
import { isObject, isRecord, listOf, textOf } from '../values.ts';

/**
 * A call in LangChain occurs up to three times: in `tool_calls`, as a content part in the provider's format, and in
 * `additional_kwargs.tool_calls`. It is changed or removed in all of them.
 */
export interface CallPart {
  /** The element of `tool_calls`; absent if only the content has the call. */
  readonly call?: object;
  /** Its copy in the content. */
  readonly mirror?: object;
}

interface Call {
  readonly type?: unknown;
  /** The call id. A `function_call` in the content has it as `call_id`. */
  readonly id?: unknown;
  readonly call_id?: unknown;
  readonly name?: unknown;
  readonly args?: unknown;
  readonly input?: unknown;
  readonly arguments?: unknown;
  readonly function?: object;
  readonly functionCall?: {
    readonly id?: unknown;
    readonly name?: unknown;
    readonly args?: unknown;
  };
}

const MIRRORS = new Set<unknown>(['tool_use', 'tool_call', 'functionCall', 'function_call']);

export function isMirror(part: unknown): part is object {
  if (!isObject(part)) return false;
  const { type }: Call = part;
  return MIRRORS.has(type);
}

export function listedCalls({ tool_calls: calls, additional_kwargs: kwargs }: Fields): unknown {
  return calls ?? (isRecord(kwargs) ? kwargs['tool_calls'] : undefined);
}

/** Maps each copy in the content to its listed call: by id, or by name if there is no id. */
export class MirroredCalls {
  readonly #open = new Set<object>();
  readonly #waiting = new Map<string, object[]>();

  constructor(calls: readonly unknown[]) {
    for (const call of calls.filter(isObject).toReversed()) {
      const { id, name } = readFacts(call);
      this.#open.add(call);
      for (const key of [`#${id}`, `@${name}`]) {
        const waiting = this.#waiting.get(key);
        if (waiting === undefined) this.#waiting.set(key, [call]);
        else waiting.push(call);
      }
    }
  }

  /** Returns the call of a copy. Each call is returned once. */
  take(mirror: object): object | undefined {
    const { id, name } = readFacts(mirror);
    const waiting = this.#waiting.get(id === '' ? `@${name}` : `#${id}`) ?? [];
    for (let call = waiting.pop(); call !== undefined; call = waiting.pop()) {
      if (this.#open.delete(call)) return call;
    }
    return undefined;
  }

  /** Returns the calls that only the list has. */
  rest(): readonly object[] {
    return [...this.#open].toReversed();
  }
}

export function readCallPart(part: CallPart): ToolCallBlock {
  const { id, name, parameters } = readFacts(part.call ?? part.mirror ?? {});
  const native: NativePart = { format: 'langchain', part };
  return { type: 'tool_call', id, name, parameters, native };
}

function readFacts(value: object): Pick<ToolCallBlock, 'id' | 'name' | 'parameters'> {
  const call: Call = value;
  if (isObject(call.function)) {
    const { id, name, parameters } = readOpenAICall(call);
    return { id, name, parameters };
  }
  const google = isObject(call.functionCall) ? call.functionCall : undefined;
  // For custom and computer tools, `tool_calls` contains the item id as `call_id`.
  const ids = call.type === 'function_call' ? [call.call_id, call.id] : [call.id, call.call_id];
  const id = textOf(ids[0]) || textOf(ids[1]) || textOf(google?.id);
  const given = call.args ?? call.input ?? google?.args;
  const parameters =
    given === undefined && call.arguments !== undefined
      ? readOpenAICall({ function: { arguments: call.arguments } }).parameters
      : unwrapParameters(given);
  return { id, name: textOf(call.name) || textOf(google?.name), parameters };
}

/** Returns the unparsed arguments of a call. */
function writtenArguments(value: object = {}): unknown {
  const call: Call = value;
  const own: { readonly arguments?: unknown } = isObject(call.function) ? call.function : call;
  return own.arguments;
}

/** Writes a call to every place that contains it. */
export function writeCallPart(block: ToolCallBlock): CallPart {
  const { id, name, parameters } = block;
  const part = nativePart<CallPart>('langchain', block)?.part;
  const args = wrapParameters(parameters, writtenArguments(part?.call ?? part?.mirror));
  if (part === undefined) return { call: { name, args, id, type: 'tool_call' } };
  if (sameBlock(block, readCallPart(part))) return part;
  const { function: _function, ...call }: Call = part.call ?? {};
  const mirror = part.mirror === undefined ? {} : { mirror: writeMirror(part.mirror, block, args) };
  if (part.call === undefined) return mirror;
  return { call: { ...call, name, args, id, type: 'tool_call' }, ...mirror };
}

function writeMirror(mirror: Call, { id, name, parameters }: ToolCallBlock, args: unknown): object {
  if (mirror.type === 'functionCall' || isObject(mirror.functionCall)) {
    const google = mirror.functionCall;
    const ownId = textOf(google?.id) === '' ? {} : { id };
    return { ...mirror, functionCall: { ...google, ...ownId, name, args } };
  }
  if (mirror.type === 'function_call') {
    const ownId = mirror.call_id === undefined ? { id } : { call_id: id };
    const { args: _args, ...rest } = mirror;
    return { ...rest, ...ownId, name, arguments: writeArguments(parameters, mirror.arguments) };
  }
  return { ...mirror, id, name, ...(mirror.type === 'tool_use' ? { input: args } : { args }) };
}

/** Updates the third copies: removes those of removed calls, changes those of changed calls. */
export function writeCopies(
  copies: unknown,
  before: readonly object[],
  blocks: readonly ToolCallBlock[],
): readonly unknown[] {
  const left = new Map(blocks.map((block) => [block.id, block]));
  const known = new Map(before.map((call) => [readFacts(call).id, readFacts(call)]));
  return listOf(copies).flatMap((copy) => {
    if (!isObject(copy)) return [copy];
    const facts = readFacts(copy);
    const block = left.get(facts.id);
    if (block === undefined) return known.has(facts.id) ? [] : [copy];
    // A copy may contain numbers that the parsed call lost: it changes only if the call does.
    const isSame = [facts, known.get(facts.id)].some(
      (given) => given !== undefined && sameBlock(block, { type: 'tool_call', ...given }),
    );
    if (isSame) return [copy];
    const own: Call = copy;
    const args = writeArguments(block.parameters, writtenArguments(copy));
    return [{ ...own, function: { ...own.function, name: block.name, arguments: args } }];
  });
}
