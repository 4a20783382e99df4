import { createStrategy } from '@palimpsest/engine';
import type {
  CompressionContext,
  CompressionResult,
  IContent,
  ToolCallBlock,
  ToolResponseBlock,
  CompressionStrategy,
} from '@palimpsest/core-types';
import {
  GAP,
  isRecordEntry,
  personTexts,
  readRecordEntry,
  type RecordLine,
} from '@palimpsest/engine/history';
import { countTokensByCharacters } from '@palimpsest/testing';
import { salience } from '../src/index.ts';

export { reloaded } from '../../engine/test/history/reloaded.ts';

export interface CompressOptions extends Partial<
  Omit<CompressionContext, 'history' | 'runtimeContext'>
> {
  /** Share of the newest entries to preserve. @default unset */
  readonly preserveThreshold?: number | undefined;
  /** Target as a share of the input tokens; `targetTokens` takes precedence. */
  readonly ratio?: number;
  readonly strategy?: CompressionStrategy;
}

/** Returns the context of a host that sets nothing but a target. */
export function contextOf(
  history: readonly IContent[],
  {
    preserveThreshold,
    ratio = 0,
    strategy: _strategy,
    estimateTokens = countTokensByCharacters,
    targetTokens = Math.floor(ratio * countTokensByCharacters(history)),
    ...context
  }: CompressOptions = {},
): CompressionContext {
  return {
    currentTokenCount: Number.MAX_SAFE_INTEGER,
    ...context,
    estimateTokens,
    targetTokens,
    history,
    runtimeContext: {
      ephemerals:
        preserveThreshold === undefined ? {} : { preserveThreshold: () => preserveThreshold },
    },
  };
}

export function compress(
  history: readonly IContent[],
  options: CompressOptions = {},
): Promise<CompressionResult> {
  return (options.strategy ?? createStrategy(salience)).compress(contextOf(history, options));
}

/** Returns the compressed history, or the input history after a no-op. */
export async function compressed(
  history: readonly IContent[],
  options?: CompressOptions,
): Promise<readonly IContent[]> {
  const result = await compress(history, options);
  return result.kind === 'applied' ? result.newHistory : history;
}

/** Returns the whole text of an entry, with calls and structured results as JSON. */
export function wordsOf({ blocks }: IContent): string {
  return blocks
    .map((block) => {
      if (block.type === 'text') return block.text;
      if (block.type === 'tool_response') return resultText(block);
      return JSON.stringify(block);
    })
    .join('\n');
}

function resultText({ result, error }: ToolResponseBlock): string {
  const text = typeof result === 'string' ? result : JSON.stringify(result);
  return error === undefined ? text : `${text}\n${error}`;
}

export function callsOf(history: readonly IContent[]): ToolCallBlock[] {
  return history.flatMap(({ blocks }) => blocks.filter((block) => block.type === 'tool_call'));
}

export function responsesOf(history: readonly IContent[]): ToolResponseBlock[] {
  return history.flatMap(({ blocks }) => blocks.filter((block) => block.type === 'tool_response'));
}

/** Returns the steps of all records, in order. A line that stands for left out ones is `…`. */
export function stepsOf(history: readonly IContent[]): { title: string; lines: string[] }[] {
  return history.flatMap((entry) =>
    (readRecordEntry(entry)?.items ?? []).flatMap((item) =>
      item.kind === 'step' ? { title: item.title, lines: item.lines.map(textOfLine) } : [],
    ),
  );
}

function textOfLine(line: RecordLine): string {
  return line === GAP ? '…' : line;
}

/** Returns what people wrote, as it stands in records and in messages after them. */
export function humanTextsOf(history: readonly IContent[]): readonly string[] {
  return history.flatMap(personTexts);
}

/** Returns the text of all records. */
export function recordOf(history: readonly IContent[]): string {
  return history.filter(isRecordEntry).map(wordsOf).join('\n\n');
}
