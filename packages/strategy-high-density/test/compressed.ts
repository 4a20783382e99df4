import { createStrategy } from '@palimpsest/engine';
import {
  soleText,
  type CompressionResult,
  type IContent,
  type ToolResponseBlock,
} from '@palimpsest/core-types';
import { history, testContext, type TestContextOptions } from '@palimpsest/testing';
import { highDensity } from '../src/index.ts';

export function compress(
  entries: readonly IContent[],
  options?: TestContextOptions,
): Promise<CompressionResult> {
  return createStrategy(highDensity).compress(testContext(entries, options));
}

/** Returns the compressed history, or the input history after a no-op. */
export async function compressed(
  entries: readonly IContent[],
  options?: TestContextOptions,
): Promise<readonly IContent[]> {
  const result = await compress(entries, options);
  return result.kind === 'applied' ? result.newHistory : entries;
}

/** Returns the result of a call after old tool results were summarized, with its only text as `result`. */
export async function summarized(
  name: string,
  parameters: unknown,
  result: unknown,
  error?: string,
): Promise<ToolResponseBlock> {
  const filler = 'something else that is long enough to make the whole smaller\n'.repeat(200);
  const entries = history()
    .call(name, parameters)
    .result(result, error)
    .call('glob', { pattern: '*' })
    .result(filler)
    .ai('Done.')
    .build();
  const [, entry] = await compressed(entries);
  const [block] = entry!.blocks;
  if (block?.type !== 'tool_response') throw new Error('The result of the call is gone.');
  return { ...block, result: soleText(block.result) };
}

/** Returns all tool results of a history, in order. */
export function resultsOf(entries: readonly IContent[]): unknown[] {
  return entries.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.type === 'tool_response' ? [block.result] : [])),
  );
}

/** @throws {Error} for a no-op */
export function applied(
  result: CompressionResult,
): Extract<CompressionResult, { kind: 'applied' }> {
  if (result.kind === 'noop') throw new Error(`Nothing happened: ${result.reason}.`);
  return result;
}
