import type { ToolCallBlock, ToolResponseBlock } from '@palimpsest/core-types';
import { withoutId, type Item, type ItemDialect } from './dialect.ts';
import { isPatch, outputMember, readToolResult, writeResult } from './results.ts';
import { hasSameResult } from '../framework/native.ts';
import { same } from '../framework/same.ts';
import { readArguments, writeArguments } from '../results/arguments.ts';
import { hasFailed } from '../results/tool-payload.ts';
import { textOf } from '../framework/values.ts';

// Items of tools that the provider executes have no call id: they are not read as calls.

const INPUTS = ['arguments', 'input', 'action', 'actions', 'operation', 'code'] as const;
const TYPES_WITH_NAME = new Set<unknown>(['function_call', 'custom_tool_call']);
/** Type of an item with code by the model that calls tools. */
const PROGRAM = 'program';
const LOCAL_SHELL = 'local_shell_call_output';
const OUTPUTS = /_(?:output|result)$/;

export function isCall({ callId }: ItemDialect, { type, [callId]: id }: Item): boolean {
  if (TYPES_WITH_NAME.has(type)) return true;
  return (type === PROGRAM || String(type).endsWith('_call')) && textOf(id) !== '';
}

export function isOutput(dialect: ItemDialect, item: Item): boolean {
  const type = String(item.type);
  return (
    type === dialect.functionOutput ||
    type === 'custom_tool_call_output' ||
    (OUTPUTS.test(type) && callIdOf(dialect, item) !== '')
  );
}

/** Returns the call id. An output of a local shell may have none; its own id is then that of the call. */
function callIdOf({ callId }: ItemDialect, { type, id, [callId]: linkedId }: Item): string {
  return textOf(type === LOCAL_SHELL ? (linkedId ?? id) : linkedId);
}

export function readCall(dialect: ItemDialect, item: Item): ToolCallBlock {
  const type = String(item.type);
  const input = inputMember(item);
  const value = item[input];
  return {
    type: 'tool_call',
    id: textOf(item[dialect.callId]),
    name: TYPES_WITH_NAME.has(type) ? textOf(item.name) : type.replace(/_call$/, ''),
    parameters: input === 'arguments' ? readArguments(value) : value,
  };
}

export function writeCall(
  dialect: ItemDialect,
  block: ToolCallBlock,
  item: Item | undefined,
): Item {
  const { id, name, parameters } = block;
  if (item === undefined) {
    const called = { [dialect.callId]: id, name, arguments: writeArguments(parameters) };
    return { type: 'function_call', ...called, ...dialect.completed };
  }
  const before = readCall(dialect, item);
  const input = inputMember(item);
  const written = input === 'arguments' ? writeArguments(parameters, item[input]) : parameters;
  return {
    ...withoutId(item),
    ...(id === before.id ? {} : { [dialect.callId]: id }),
    ...(name === before.name ? {} : { name }),
    ...(same(parameters, before.parameters) ? {} : { [input]: written }),
  };
}

function inputMember(item: Item): (typeof INPUTS)[number] {
  if (item.type === 'custom_tool_call') return 'input';
  return INPUTS.find((name) => item[name] !== undefined) ?? 'arguments';
}

/** Returns the output type that a call requires; `undefined` for a `function_call`, whose output type depends on the dialect. */
export function outputTypeOf({ type }: Item): string | undefined {
  return type === 'function_call' ? undefined : `${String(type)}_output`;
}

export function readOutput(dialect: ItemDialect, item: Item): ToolResponseBlock {
  return {
    type: 'tool_response',
    callId: callIdOf(dialect, item),
    toolName: dialect.hasToolNames ? textOf(item.name) : '',
    ...readToolResult(dialect, item),
  };
}

/** Writes an output; `type` is the output type that the call requires. */
export function writeOutput(
  dialect: ItemDialect,
  block: ToolResponseBlock,
  item: Item | undefined,
  type: string = dialect.functionOutput,
): Item {
  const { callId, toolName } = block;
  const ending = { status: hasFailed(block) ? 'failed' : 'completed' };
  if (item === undefined) {
    const isFunction = type === dialect.functionOutput;
    const named = dialect.hasToolNames && isFunction ? { name: toolName } : {};
    const output = writeResult(dialect, block, type, undefined);
    const status = isPatch(type) ? ending : dialect.completed;
    const member = outputMember(dialect, type);
    return { type, ...named, [dialect.callId]: callId, ...status, [member]: output };
  }
  const before = readOutput(dialect, item);
  const isSame = hasSameResult(block, before);
  const member = outputMember(dialect, item.type);
  const output = isSame
    ? item[member]
    : writeResult(dialect, block, textOf(item.type), item[member]);
  return {
    // The id of an output of a local shell links it to its call.
    ...(item.type === LOCAL_SHELL ? item : withoutId(item)),
    ...(callId === before.callId ? {} : { [dialect.callId]: callId }),
    ...(dialect.hasToolNames && before.toolName !== '' ? { name: toolName } : {}),
    ...(isPatch(item.type) && !isSame ? ending : {}),
    ...(isSame && output === undefined ? {} : { [member]: output }),
  };
}
