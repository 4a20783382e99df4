import type { ToolResponseBlock } from '@palimpsest/core-types';
import { hasSameOutcome } from '../framework/native.ts';
import type { PartTable } from '../framework/part-table.ts';
import {
  errorText,
  hasFailed,
  plainResult,
  readFailure,
  readOutcome,
  writeFailure,
  writeResult,
  type Outcome,
} from '../results/tool-payload.ts';
import { membersOf, textOf, type Members } from '../framework/values.ts';

/** Reads a tool output: text, json, error-text, error-json, execution-denied or content. */
export function readOutput(table: PartTable, output: unknown): Outcome {
  const { type, value, reason } = membersOf(output);
  switch (type) {
    case 'content':
      return Array.isArray(value) ? readOutcome(table, value) : { result: value };
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

/** Writes a changed output. */
export function writeOutput(table: PartTable, block: ToolResponseBlock, value: unknown): unknown {
  if (value !== undefined && hasSameOutcome(block, readOutput(table, value))) return value;
  const before = membersOf(value);
  const { providerOptions } = before;
  return {
    ...writeOutcome(table, block, before),
    ...(providerOptions === undefined ? {} : { providerOptions }),
  };
}

function writeOutcome(
  table: PartTable,
  block: ToolResponseBlock,
  { type, value: before }: Members,
): Members {
  const hasWords = errorText(block) !== undefined;
  const isFailure = hasFailed(block);
  if (type === 'content' && Array.isArray(block.result)) {
    const value = writeResult(table, block, before, isFailure);
    return { type, value };
  }
  const isJson = type === 'json' || type === 'error-json';
  const result = isJson ? block.result : plainResult(block.result);
  if (hasWords) return { type: 'error-text', value: writeFailure(block) };
  if (!isFailure) {
    const isText = result === undefined || typeof result === 'string';
    return isText ? { type: 'text', value: result ?? '' } : { type: 'json', value: result };
  }
  if (type === 'execution-denied' && typeof result === 'string') return { type, reason: result };
  if (result !== undefined && typeof result !== 'string')
    return { type: 'error-json', value: result };
  const isTaken = result === undefined || readFailure(result) !== undefined;
  return { type: 'error-text', value: isTaken ? writeFailure(block) : result };
}

/** Types of media in a result. */
export const MEDIA_TYPES = [
  'image-data',
  'file-data',
  'media',
  'image-url',
  'file-url',
  'image-file-id',
  'file-id',
  'image-file-reference',
  'file-reference',
] as const;
