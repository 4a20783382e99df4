import type { IContent } from '@palimpsest/core-types';
import { buildRequest, renderHistory, SNAPSHOT_PROMPT } from '@palimpsest/summarizer/history';
import { fastest } from '../speed/measure.ts';

const MILLION = 1_000_000;

/** Time to build a request, compared with `JSON.stringify` of the same entries in the same run. */
export interface RequestSpeed {
  readonly text: string;
  readonly characters: number;
  readonly entries: number;
  readonly requestMs: number;
  readonly stringifyMs: number;
  /** Required to be at most 2. */
  readonly ratio: number;
}

/**
 * Measures middles of a million characters: tool results of usual size, a single one, non-Latin text, and text with many characters to escape.
 */
export async function requestSpeed(): Promise<RequestSpeed[]> {
  const rows: RequestSpeed[] = [];
  for (const [text, middle] of Object.entries(middles())) {
    const requestMs = await fastest(15, () => elapsed(() => build(middle)));
    const stringifyMs = await fastest(15, () => elapsed(() => JSON.stringify(middle)));
    rows.push({
      text,
      characters: characters(middle),
      entries: middle.length,
      requestMs,
      stringifyMs,
      ratio: requestMs / stringifyMs,
    });
  }
  return rows;
}

function build(middle: readonly IContent[]): number {
  const contents = buildRequest({
    prompt: SNAPSHOT_PROMPT,
    entries: renderHistory(middle),
    mode: 'normal',
    maxCharacters: 8_000,
    nonce: () => '0123456789abcdef',
  });
  return contents.length;
}

function middles(): Record<string, IContent[]> {
  const line =
    'export const total = items.reduce((sum, item) => sum + item.price, 0); // "checked"\n';
  return {
    'tool results of 4,000 characters': results(line, 4_000),
    'one result of a million characters': results(line, MILLION),
    Chinese: results('我们用缓存来减少数据库的负载，但是要注意一致性。\n', 4_000),
    'hidden characters in every line': results(
      'a\u200bline\u202ewith\u2066marks\u{e0041}\n',
      4_000,
    ),
  };
}

function results(line: string, size: number): IContent[] {
  const text = line.repeat(Math.ceil(size / line.length)).slice(0, size);
  return Array.from({ length: Math.ceil(MILLION / size) }, (_, index): IContent[] => [
    {
      speaker: 'ai',
      blocks: [
        {
          type: 'tool_call',
          id: `${index}`,
          name: 'Read',
          parameters: { path: `src/${index}.ts` },
        },
      ],
    },
    {
      speaker: 'tool',
      // Distinct strings, as in a conversation.
      blocks: [
        {
          type: 'tool_response',
          callId: `${index}`,
          toolName: 'Read',
          result: `${index} ${text}`.slice(0, size),
        },
      ],
    },
  ]).flat();
}

function characters(middle: readonly IContent[]): number {
  let sum = 0;
  for (const { blocks } of middle)
    for (const block of blocks)
      if (block.type === 'tool_response') sum += String(block.result).length;
  return sum;
}

function elapsed(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}
