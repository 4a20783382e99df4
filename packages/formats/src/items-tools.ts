import type { ToolCallBlock, ToolResponseBlock } from '@palimpsest/core-types';
import type { Item, ItemDialect } from './items-dialect.ts';
import { same } from './same.ts';
import {
  errorText,
  readArguments,
  readFailure,
  resultText,
  writeArguments,
  writeFailure,
} from './tool-payload.ts';
import { isRecord, textOf } from './values.ts';

/** Calls and outputs of all kinds. What the provider runs by itself has no id of a call, and is none of them. */

const INPUTS = ['arguments', 'input', 'action', 'actions', 'operation'] as const;
const NAMED = new Set<unknown>(['function_call', 'custom_tool_call']);
const LOCAL_SHELL = 'local_shell_call_output';
const OUTPUTS = /_(?:output|result)$/;

export function isCall({ callId }: ItemDialect, { type, [callId]: id }: Item): boolean {
  return NAMED.has(type) || (String(type).endsWith('_call') && textOf(id) !== '');
}

export function isOutput(dialect: ItemDialect, item: Item): boolean {
  const type = String(item.type);
  return (
    type === dialect.functionOutput ||
    type === 'custom_tool_call_output' ||
    (OUTPUTS.test(type) && callIdOf(dialect, item) !== '')
  );
}

/** A local shell answers under the id of its call. */
function callIdOf({ callId }: ItemDialect, { type, id, [callId]: tied }: Item): string {
  return textOf(type === LOCAL_SHELL ? (tied ?? id) : tied);
}

export function readCall(dialect: ItemDialect, item: Item): ToolCallBlock {
  const type = String(item.type);
  const input = inputOf(item);
  const value = item[input];
  return {
    type: 'tool_call',
    id: textOf(item[dialect.callId]),
    name: NAMED.has(type) ? textOf(item.name) : type.slice(0, -'_call'.length),
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
    const args = writeArguments(parameters);
    return {
      type: 'function_call',
      [dialect.callId]: id,
      name,
      arguments: args,
      ...dialect.completed,
    };
  }
  const before = readCall(dialect, item);
  const input = inputOf(item);
  const written = input === 'arguments' ? writeArguments(parameters) : parameters;
  return {
    ...withoutId(item),
    ...(id === before.id ? {} : { [dialect.callId]: id }),
    ...(name === before.name ? {} : { name }),
    ...(same(parameters, before.parameters) ? {} : { [input]: written }),
  };
}

function inputOf(item: Item): (typeof INPUTS)[number] {
  if (item.type === 'custom_tool_call') return 'input';
  return INPUTS.find((name) => item[name] !== undefined) ?? 'arguments';
}

export function readOutput(dialect: ItemDialect, item: Item): ToolResponseBlock {
  const result = readResult(item);
  // Of a patch alone the API says whether it failed.
  const hasPatchFailed = isPatch(item.type) && item.status === 'failed';
  const failure = readFailure(result);
  return {
    type: 'tool_response',
    callId: callIdOf(dialect, item),
    toolName: dialect.hasToolNames ? textOf(item.name) : '',
    ...(failure ?? (hasPatchFailed ? { result, isError: true } : { result })),
  };
}

/** `type` is that of the output, as the call asks for it. */
export function writeOutput(
  dialect: ItemDialect,
  block: ToolResponseBlock,
  item: Item | undefined,
  type: string = dialect.functionOutput,
): Item {
  const { callId, toolName } = block;
  if (item === undefined) {
    const named = dialect.hasToolNames ? { name: toolName } : {};
    const output = writeResult(dialect, block, type, undefined);
    const status = isPatch(type)
      ? { status: hasFailed(block) ? 'failed' : 'completed' }
      : dialect.completed;
    return { type, ...named, [dialect.callId]: callId, ...status, output };
  }
  const before = readOutput(dialect, item);
  const isSame = same(outcome(block), outcome(before));
  const output = isSame ? item.output : writeResult(dialect, block, textOf(item.type), item.output);
  return {
    ...(item.type === LOCAL_SHELL ? item : withoutId(item)),
    ...(callId === before.callId ? {} : { [dialect.callId]: callId }),
    ...(dialect.hasToolNames && before.toolName !== '' ? { name: toolName } : {}),
    ...(isPatch(item.type) && !isSame ? { status: hasFailed(block) ? 'failed' : 'completed' } : {}),
    ...(isSame && output === undefined ? {} : { output }),
  };
}

/** One text is read as that, whatever it is wrapped in; `writeResult` wraps it again. */
function readResult({ type, output }: Item): unknown {
  if (isText(output)) return output.text;
  if (!isShell(type) || !Array.isArray(output) || output.length !== 1) return output;
  const [only]: readonly unknown[] = output;
  const isOurs = isRecord(only) && same(only, shellOutput(textOf(only['stdout'])));
  return isOurs ? only['stdout'] : output;
}

function writeResult(
  dialect: ItemDialect,
  block: ToolResponseBlock,
  type: string,
  before: unknown,
): unknown {
  const { result } = block;
  const isFailure = errorText(block) !== undefined || (block.isError === true && !isPatch(type));
  if (!isFailure && Array.isArray(result) && (isShell(type) || result.every(isPart))) return result;
  const text = isFailure ? writeFailure(block) : resultText(result);
  if (isShell(type)) return [shellOutput(text)];
  if (typeof before === 'string' || isPatch(type)) return text;
  return isText(before) ? { ...before, text } : dialect.outputText(text);
}

function hasFailed(block: ToolResponseBlock): boolean {
  return block.isError === true || errorText(block) !== undefined;
}

function outcome({ result, error, isError }: ToolResponseBlock): readonly unknown[] {
  return [result, error, isError];
}

function isShell(type: unknown): boolean {
  return type === 'shell_call_output';
}

function isPatch(type: unknown): boolean {
  return type === 'apply_patch_call_output';
}

function shellOutput(stdout: string): Readonly<Record<string, unknown>> {
  return { stdout, stderr: '', outcome: { type: 'exit', exit_code: 0 } };
}

function isText(output: unknown): output is { readonly type: 'text'; readonly text: string } {
  return isRecord(output) && output['type'] === 'text' && typeof output['text'] === 'string';
}

const PARTS = /^(?:input_|output_)?(?:text|image|file|audio)$/;

function isPart(value: unknown): boolean {
  return isRecord(value) && typeof value['type'] === 'string' && PARTS.test(value['type']);
}

/** Under its id the server would find the item as it was. */
export function withoutId(item: Item): Item {
  if (!('id' in item)) return item;
  const { id: _id, ...rest } = item;
  return rest;
}
