import { keepDirectives } from '../../../packages/engine/src/strategy/directives/keep-directives.ts';
import type { CompressionStrategy, IContent } from '@palimpsest/core-types';

/** Returns the strategy with user directives kept, and without the calls that `runStrategy` pins in addition: the laws do not know these. */
export function withDirectives(strategy: CompressionStrategy): CompressionStrategy {
  const { name, requiresLLM, trigger } = strategy;
  const compress: CompressionStrategy['compress'] = (context) =>
    keepDirectives(context, strategy, (given) => strategy.compress(given));
  return { name, requiresLLM, trigger, compress };
}

/** Returns whether an entry is a generated directives note. */
export function isDirectivesNote({ metadata }: IContent): boolean {
  return metadata?.reason === 'kept-directives';
}

export const say = (speaker: 'system' | 'human' | 'ai', text: string): IContent => ({
  speaker,
  blocks: [{ type: 'text', text }],
});

export function textOf({ blocks }: IContent): string {
  return blocks.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}

/** Returns the text of all entries except those of the model and of tools. */
export function wordsIn(history: readonly IContent[]): string {
  return history
    .filter(({ speaker }) => speaker !== 'ai' && speaker !== 'tool')
    .map(textOf)
    .join('\n');
}

/** Returns more than 2,000 characters without a directive, different for each number. */
export function story(number: number): string {
  return Array.from(
    { length: 60 },
    (_, line) =>
      `Part ${number}.${line}: the importer read file ${line * 7 + number} and found ${line + 3} rows in it.\n`,
  ).join('');
}

/** Returns a long conversation with each directive once, in a short message or inside a long one. */
export function conversation(demands: readonly string[], isLong: boolean): IContent[] {
  const entries = [say('human', 'Please fix the importer.')];
  for (const [index, demand] of demands.entries()) {
    entries.push(
      say('ai', `I looked at part ${index}. ${`It does this and that in ${index}. `.repeat(30)}`),
      say(
        'human',
        isLong
          ? `${story(index)}\n${demand}\n\n${story(index + 1_000)}`
          : `Thanks for part ${index}, that looks fine. ${demand} Tell me how it goes.`,
      ),
    );
  }
  return [...entries, ...smallTalk('later', 30)];
}

/** Returns further messages without a directive. */
export function smallTalk(title: string, count: number): IContent[] {
  return Array.from({ length: count }, (_, index) =>
    index % 2 === 0
      ? say('ai', `${title} ${index}: ${`the parser got as far as ${index}. `.repeat(20)}`)
      : say('human', `Well, ${title} ${index}.`),
  );
}
