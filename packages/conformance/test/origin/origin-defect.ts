import type { ContentBlock, IContent, StrategyPlugin } from '@palimpsest/core-types';
import type { CheckOptions } from '@palimpsest/conformance';
import { isHumanText } from '@palimpsest/history';
import { mapHead, planted, type Edit } from '../planted.ts';

/** A defect that one of the two systems this one grew from has had, in a strategy that is broken by nothing else. */
export interface OriginDefect {
  /** As the lists of defects have it. */
  readonly id: string;
  /** What the strategy does. */
  readonly does: string;
  /** The law that finds it out. */
  readonly law: string;
  readonly broken: StrategyPlugin;
  /** The same strategy with nothing else changed. */
  readonly mended: StrategyPlugin;
  readonly options?: Pick<CheckOptions, 'tailStart'>;
  /** Most entries the smallest history has in which it shows. @default 4 */
  readonly entries?: number;
}

/** Strategies that differ in one thing. */
export function pair(
  strategy: (isBroken: boolean) => StrategyPlugin,
): Pick<OriginDefect, 'broken' | 'mended'> {
  return { broken: strategy(true), mended: strategy(false) };
}

/** Rewrites texts in the head, one by one, but for those of the newest thing a person said. */
export function rewriting(rewrite: (text: string) => string): StrategyPlugin {
  return planted(mapTexts(rewrite));
}

export function mapTexts(rewrite: (text: string) => string): Edit {
  return (history, boundary) => {
    const newest = history.findLastIndex(isHumanText);
    return mapHead((entry, at) => {
      const isSaid = entry.speaker === 'ai' || (entry.speaker === 'human' && at !== newest);
      if (!isSaid || isFixed(entry)) return entry;
      return withBlocks(
        entry,
        entry.blocks.map((block): ContentBlock => {
          const text = block.type === 'text' ? rewrite(block.text) : '';
          return block.type === 'text' && text !== block.text ? { ...block, text } : block;
        }),
      );
    })(history, boundary);
  };
}

/** The entry itself where nothing changed. */
export function withBlocks(entry: IContent, blocks: readonly ContentBlock[]): IContent {
  const isSame =
    blocks.length === entry.blocks.length &&
    blocks.every((block, at) => block === entry.blocks[at]);
  return isSame ? entry : { ...entry, blocks };
}

/** What no strategy may touch. */
export function isFixed({ speaker, metadata }: IContent): boolean {
  return speaker === 'system' || metadata?.pinned === true || metadata?.['keep'] === true;
}

/** The first characters of a text, in one line and without half of one at the end. */
export function beginningOf(text: string, length: number): string {
  return text
    .trim()
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '')
    .replaceAll(/\s+/g, ' ');
}
