import { defined, type ContentBlock } from '@palimpsest/core-types';
import { alignLines, NextPlaces } from './align-lines.ts';
import { readBlocks, type BlockText } from './block-texts.ts';
import type { ComparedText } from './comparison.ts';

/** Why a line stays. */
export interface LineReason {
  readonly line: string;
  readonly reason: string;
}

/** Compares two versions of one text. @param reasons in the order of the lines of `before` */
export function compareText(
  { title, text: before }: Pick<BlockText, 'title' | 'text'>,
  after: string,
  reasons: readonly LineReason[] = [],
): ComparedText {
  const found = placeReasons(before, reasons);
  return {
    title,
    before,
    edits: alignLines(before, after),
    ...defined({ reasons: found }),
  };
}

/** Compares the blocks of two versions of an entry. */
export function compareBlocks(
  before: readonly ContentBlock[],
  after: readonly ContentBlock[],
): ComparedText[] {
  const remaining = new Set(readBlocks(after));
  const byKey = new Map<string, BlockText[]>();
  for (const block of [...remaining].toReversed()) {
    const known = byKey.get(block.key);
    if (known === undefined) byKey.set(block.key, [block]);
    else known.push(block);
  }
  const texts = readBlocks(before).map((block) => {
    const now = byKey.get(block.key)?.pop();
    if (now !== undefined) remaining.delete(now);
    return compareText(block, now?.text ?? '');
  });
  const added = [...remaining].map(({ title, text }) => ({ title, before: '', edits: [text] }));
  return [...texts, ...added];
}

/** Returns reasons by line number from 0; `undefined` if there are none. */
function placeReasons(
  text: string,
  reasons: readonly LineReason[],
): Readonly<Record<number, string>> | undefined {
  if (reasons.length === 0) return undefined;
  const places = new NextPlaces(text.split('\n').map((line) => [line.trim()]));
  const found: Record<number, string> = {};
  let next = 0;
  for (const { line, reason } of reasons) {
    const at = places.find(line.trim(), next);
    if (at === undefined) continue;
    found[at] = reason;
    next = at + 1;
  }
  return found;
}
