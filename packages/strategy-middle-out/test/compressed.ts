import type { CompressionContext, CompressionResult, IContent } from '@palimpsest/core-types';
import { scriptedProvider, testContext } from '@palimpsest/testing';
import { MiddleOutStrategy } from '../src/index.ts';

const SNAPSHOT = '<state_snapshot>\nGoal: a green build.\n</state_snapshot>';

/** What a middle-out of the usual shares makes of a history, and what the model was asked. */
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
  const result = await new MiddleOutStrategy({ model }).compress(
    testContext(history, { ...others, ...runtimeContext }),
  );
  return { result, asked: model.requests.map(({ contents }) => contents.map(textOf)) };
}

/** The entries of a result that was applied. */
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

/** So many entries of a conversation in turns, with enough in them to be worth a summary. */
export function turns(count: number, from = 0): IContent[] {
  return Array.from({ length: count }, (_, index) =>
    say(index % 2 === 0 ? 'human' : 'ai', `Turn ${from + index}. ${'words of it '.repeat(40)}`),
  );
}

/** Tokens as if every entry had as many. */
export const hundredEach = (entries: readonly IContent[]): number => entries.length * 100;
