import type { ToolResponseBlock } from '@palimpsest/core-types';
import { hasSameResult } from '../framework/native.ts';
import type { PartTable } from '../framework/part-table.ts';
import {
  errorText,
  hasFailed,
  plainResult,
  readFailure,
  readToolResult,
  writeFailure,
  writeResult,
  type ToolResult,
} from '../results/tool-payload.ts';
import { membersOf, textOf, type Members } from '../framework/values.ts';

/** Reads a tool output: text, json, error-text, error-json, execution-denied or content. */
export function readOutput(table: PartTable, output: unknown): ToolResult {
  const { type, value, reason } = membersOf(output);
  switch (type) {
    case 'content':
      return Array.isArray(value) ? readToolResult(table, value) : { result: value };
    case 'text':
    case 'json':
      return { result: value };
    case 'error-text':
      return readFailure(value) ?? { result: value, isError: true };
    case 'error-json':
      return { result: value, isError: true };
    case 'execution-denied':
      return { result: textOf(reason), isError: true };
    default:
      return { result: output };
  }
}

/** Writes a result as an output: the original one if it is unchanged, else one of the same type where that is possible. */
export function writeOutput(
  table: PartTable,
  block: ToolResponseBlock,
  original: unknown,
): unknown {
  const isSame = original !== undefined && hasSameResult(block, readOutput(table, original));
  if (isSame) return original;
  const { providerOptions, ...members } = membersOf(original);
  return {
    ...writeToolResult(table, block, members),
    ...(providerOptions === undefined ? {} : { providerOptions }),
  };
}

function writeToolResult(
  table: PartTable,
  block: ToolResponseBlock,
  { type, value: original }: Members,
): Members {
  const isFailure = hasFailed(block);
  if (type === 'content' && Array.isArray(block.result)) {
    const value = writeResult(table, block, original, isFailure);
    return { type, value };
  }
  const isJson = type === 'json' || type === 'error-json';
  const result = isJson ? block.result : plainResult(block.result);
  if (errorText(block) !== undefined) return { type: 'error-text', value: writeFailure(block) };
  if (!isFailure) {
    const isText = result === undefined || typeof result === 'string';
    return isText ? { type: 'text', value: result ?? '' } : { type: 'json', value: result };
  }
  if (type === 'execution-denied' && typeof result === 'string') return { type, reason: result };
  if (result !== undefined && typeof result !== 'string')
    return { type: 'error-json', value: result };
  // A text that would be read as an encoded failure has to be encoded.
  const isPlain = result !== undefined && readFailure(result) === undefined;
  return { type: 'error-text', value: isPlain ? result : writeFailure(block) };
}
