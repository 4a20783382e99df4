import type { ToolResponseBlock } from '@palimpsest/core-types';
import {
  errorText,
  hasFailed,
  readFailure,
  readToolResult as readContent,
  resultText,
  writeFailure,
  writeResult as writeContent,
  type ToolResult,
} from '../results/tool-payload.ts';
import { isRecord, listOf, membersOf, textOf, type Members } from '../framework/values.ts';
import type { Item, ItemDialect } from './dialect.ts';
import { contentParts } from './message.ts';

/** What outputs of calls contain: each kind of tool has its own shape. */

/** Outputs that are one text. */
const TEXTS = new Set<unknown>([
  'apply_patch_call_output',
  'local_shell_call_output',
  'program_output',
]);
/** Outputs without text: a screenshot, or tool definitions. */
const WORDLESS = /^(?:computer|tool_search)(?:_call)?_(?:output|result)$/;

export function isTextlessOutput(type: unknown): boolean {
  return WORDLESS.test(String(type));
}

export function isPatch(type: unknown): boolean {
  return type === 'apply_patch_call_output';
}

/** Returns the member with the content. The Responses API names it differently for a program. */
export function outputMember(dialect: ItemDialect, type: unknown): 'output' | 'result' {
  return type === 'program_output' && !dialect.hasToolNames ? 'result' : 'output';
}

/** Reads an output. A single text is read as such, however it is wrapped; `writeResult` wraps it again. */
export function readToolResult(dialect: ItemDialect, item: Item): ToolResult {
  const { type, status, [outputMember(dialect, type)]: output } = item;
  if (isShell(type)) return readShell(dialect, output);
  const content = isText(output) ? output.text : (readPicture(dialect, output) ?? output);
  const outcome = readContent(contentParts(dialect), content);
  // The API reports failure for patches only.
  const hasFlag = isPatch(type) && status === 'failed' && readFailure(content) === undefined;
  return hasFlag ? { ...outcome, isError: true } : outcome;
}

/** Reads an output that is a file or an image as a list of one part, and a screenshot as the part that represents an image elsewhere. */
function readPicture(dialect: ItemDialect, output: unknown): readonly object[] | undefined {
  if (!isRecord(output)) return undefined;
  const { type } = output;
  if (type === 'image' || type === 'file') return [output];
  if (type !== 'computer_screenshot') return undefined;
  const { image_url: url, data, file_id: id } = output;
  const address = textOf(url) || textOf(data);
  if (address !== '') return [{ type: 'input_image', [dialect.image]: address }];
  return textOf(id) === '' ? undefined : [{ type: 'input_image', file_id: id }];
}

/** Writes the content of an output of this type. `before` is its former content. */
export function writeResult(
  dialect: ItemDialect,
  block: ToolResponseBlock,
  type: string,
  before: unknown,
): unknown {
  const { result } = block;
  if (isShell(type)) return writeShell(dialect, block, before);
  const isFailure = errorText(block) !== undefined || (block.isError === true && !isPatch(type));
  const said: ToolResponseBlock = isText(result) ? { ...block, result: result.text } : block;
  if (TEXTS.has(type)) return isFailure ? writeFailure(said) : resultText(said.result);
  const written = writeContent(contentParts(dialect), said, before, isFailure);
  if (typeof written !== 'string' || typeof before === 'string') return written;
  return isText(before) ? { ...before, text: written } : dialect.outputText(written);
}

function isShell(type: unknown): boolean {
  return type === 'shell_call_output';
}

function isText(output: unknown): output is { readonly type: 'text'; readonly text: string } {
  return isRecord(output) && output['type'] === 'text' && typeof output['text'] === 'string';
}

/** Reads what the commands of a shell printed, as one text. The call failed if any command failed. */
function readShell(dialect: ItemDialect, output: unknown): ToolResult {
  const texts = listOf(output)
    .map(membersOf)
    .flatMap(({ stdout, stderr }) => [textOf(stdout), textOf(stderr)])
    .filter((text) => text !== '');
  const result = Array.isArray(output) ? texts.join('\n') : output;
  const failure = readFailure(result);
  if (failure !== undefined) return failure;
  return failedEnding(dialect, output) === undefined ? { result } : { result, isError: true };
}

/** Writes a text as the output of one command. A failed call keeps its exit code. */
function writeShell(
  dialect: ItemDialect,
  block: ToolResponseBlock,
  before: unknown,
): readonly object[] {
  const plain = resultText(block.result);
  const isTaken = block.isError === true && readFailure(plain) !== undefined;
  const isFailure = errorText(block) !== undefined || isTaken;
  const stdout = isFailure ? writeFailure(block) : plain;
  const failed = failedEnding(dialect, before) ?? ending(dialect, 1);
  return [{ stdout, stderr: '', outcome: hasFailed(block) ? failed : ending(dialect, 0) }];
}

function ending({ exitCode }: ItemDialect, code: number): Members {
  return { type: 'exit', [exitCode]: code };
}

function failedEnding({ exitCode }: ItemDialect, output: unknown): Members | undefined {
  return listOf(output)
    .map((one) => (isRecord(one) ? one['outcome'] : undefined))
    .filter(isRecord)
    .find(({ type, [exitCode]: code }) => type === 'timeout' || (type === 'exit' && code !== 0));
}
