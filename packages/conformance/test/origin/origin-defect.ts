import type { ContentBlock, IContent, StrategyPlugin } from '@palimpsest/core-types';
import type { CheckOptions } from '@palimpsest/conformance';
import { isHumanText } from '@palimpsest/history';
import { mapHead, planted, type Edit } from '../planted.ts';

/** A defect that one of the two predecessors of this project had, in an otherwise correct strategy. */
export interface OriginDefect {
  /** The id in the lists of defects. */
  readonly id: string;
  /** The behavior, as the end of "a strategy that …". */
  readonly does: string;
  /** The law that detects the defect. */
  readonly law: string;
  readonly broken: StrategyPlugin;
  /** The same strategy without the defect. */
  readonly mended: StrategyPlugin;
  readonly options?: Pick<CheckOptions, 'tailStart' | 'runs'>;
  /** Maximum number of entries in the smallest history that shows the defect. @default 4 */
  readonly entries?: number;
}

/** Creates two strategies that differ only in the defect. */
export function pair(
  strategy: (isBroken: boolean) => StrategyPlugin,
): Pick<OriginDefect, 'broken' | 'mended'> {
  return { broken: strategy(true), mended: strategy(false) };
}

/** Rewrites texts in the head one by one, except in the newest user text. */
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

/** Returns the same entry if no block changed. */
export function withBlocks(entry: IContent, blocks: readonly ContentBlock[]): IContent {
  const isSame =
    blocks.length === entry.blocks.length &&
    blocks.every((block, at) => block === entry.blocks[at]);
  return isSame ? entry : { ...entry, blocks };
}

/** Returns whether the entry is protected from every strategy. */
export function isFixed({ speaker, metadata }: IContent): boolean {
  return speaker === 'system' || metadata?.pinned === true || metadata?.['keep'] === true;
}

/** Returns the first characters of a text on one line, without a split surrogate pair at the end. */
export function beginningOf(text: string, length: number): string {
  return text
    .trim()
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '')
    .replaceAll(/\s+/g, ' ');
}
