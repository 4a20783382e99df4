import type { ToolResponseBlock } from '@palimpsest/core-types';
import type { ItemDialect } from './dialect.ts';
import { errorText, readFailure, resultText, writeFailure } from '../results/tool-payload.ts';
import { isRecord, listOf } from '../values.ts';

/** What shell outputs contain: output and exit code of each command. */

type Outcome = Pick<ToolResponseBlock, 'result' | 'error' | 'isError'>;
type Ending = Readonly<Record<string, unknown>>;

/** Reads a shell output. A single command with only text becomes that text. The call failed if any command failed. */
export function readShell(dialect: ItemDialect, output: unknown): Outcome {
  const printed = onlyText(dialect, output);
  const failure = readFailure(printed);
  if (failure !== undefined) return failure;
  const result = printed ?? output;
  return failedEnding(dialect, output) === undefined ? { result } : { result, isError: true };
}

/** Returns whether a result already has the shape of such an output. */
export function takesShell(dialect: ItemDialect, block: ToolResponseBlock): boolean {
  const { result } = block;
  if (errorText(block) !== undefined || !Array.isArray(result)) return false;
  const isFailed = failedEnding(dialect, result) !== undefined;
  return isFailed === (block.isError === true) && result.every(isPrinted);
}

/** Writes a text as the output of one command. A failed call keeps its exit code. */
export function writeShell(
  dialect: ItemDialect,
  block: ToolResponseBlock,
  before: unknown,
): readonly object[] {
  const hasWords = errorText(block) !== undefined;
  const plain = resultText(block.result);
  const isTaken = block.isError === true && readFailure(plain) !== undefined;
  const stdout = hasWords || isTaken ? writeFailure(block) : plain;
  const hasFailed = hasWords || block.isError === true;
  const failed = failedEnding(dialect, before) ?? ending(dialect, 1);
  return [{ stdout, stderr: '', outcome: hasFailed ? failed : ending(dialect, 0) }];
}

function ending({ exitCode }: ItemDialect, code: number): Ending {
  return { type: 'exit', [exitCode]: code };
}

function failedEnding({ exitCode }: ItemDialect, output: unknown): Ending | undefined {
  return listOf(output)
    .map((one) => (isRecord(one) ? one['outcome'] : undefined))
    .filter(isRecord)
    .find(({ type, [exitCode]: code }) => type === 'timeout' || (type === 'exit' && code !== 0));
}

function onlyText({ exitCode }: ItemDialect, output: unknown): string | undefined {
  const [only, ...others] = listOf(output);
  if (!isRecord(only) || others.length > 0 || Object.keys(only).length !== 3) return undefined;
  const { stdout, stderr, outcome } = only;
  if (typeof stdout !== 'string' || stderr !== '' || !isRecord(outcome)) return undefined;
  const { type, [exitCode]: code, ...rest } = outcome;
  const isEnding = type === 'timeout' || (type === 'exit' && typeof code === 'number');
  return isEnding && Object.keys(rest).length === 0 ? stdout : undefined;
}

function isPrinted(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { stdout, stderr, outcome } = value;
  return typeof stdout === 'string' && typeof stderr === 'string' && isRecord(outcome);
}
