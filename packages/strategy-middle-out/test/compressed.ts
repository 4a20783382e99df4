import { createStrategy } from '@palimpsest/engine';
import type { CompressionContext, CompressionResult, IContent } from '@palimpsest/core-types';
import { scriptedProvider, testContext } from '@palimpsest/testing';
import { middleOut } from '../src/index.ts';

const SNAPSHOT = '<state_snapshot>\nGoal: a green build.\n</state_snapshot>';

/** Compresses a history with the default shares. Returns the result, and the texts of each model request. */
export async function compressed(
  history: readonly IContent[],
  context: Partial<CompressionContext> = {},
  answers: Parameters<typeof scriptedProvider>[0] = [SNAPSHOT],
): Promise<{
  readonly result: CompressionResult;
  readonly asked: string[][];
}> {
  const model = scriptedProvider(answers, {
    promptTokens: 100,
    completionTokens: 10,
    totalTokens: 110,
  });
  const { runtimeContext, ...others } = context;
  const result = await createStrategy(middleOut, { model }).compress(
    testContext(history, { ...others, ...runtimeContext }),
  );
  return { result, asked: model.requests.map(({ contents }) => contents.map(textOf)) };
}

/** Returns the entries of an applied result. */
export function applied(result: CompressionResult): IContent[] {
  if (result.kind !== 'applied') throw new Error(`Nothing was done: ${result.reason}`);
  return result.newHistory;
}

export function textOf({ blocks }: IContent): string {
  return blocks.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}

export const say = (speaker: 'human' | 'ai', text: string): IContent => ({
  speaker,
  blocks: [{ type: 'text', text }],
});

/** `count` entries that alternate between user and assistant, each long enough for a summary. */
export function turns(count: number, from = 0): IContent[] {
  return Array.from({ length: count }, (_, index) =>
    say(index % 2 === 0 ? 'human' : 'ai', `Turn ${from + index}. ${'words of it '.repeat(40)}`),
  );
}
