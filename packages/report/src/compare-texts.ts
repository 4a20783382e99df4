import { defined, type ContentBlock } from '@palimpsest/core-types';
import { alignLines } from './align-lines.ts';
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
  const remaining = readBlocks(after);
  const take = ({ key }: BlockText): BlockText | undefined => {
    const at = remaining.findIndex((own) => own.key === key);
    return at < 0 ? undefined : remaining.splice(at, 1)[0];
  };
  const texts = readBlocks(before).map((block) => compareText(block, take(block)?.text ?? ''));
  return [...texts, ...remaining.map(({ title, text }) => ({ title, before: '', edits: [text] }))];
}

/** Returns reasons by line number from 0; `undefined` if there are none. */
function placeReasons(
  text: string,
  reasons: readonly LineReason[],
): Readonly<Record<number, string>> | undefined {
  if (reasons.length === 0) return undefined;
  const lines = text.split('\n').map((line) => line.trim());
  const found: Record<number, string> = {};
  let next = 0;
  for (const { line, reason } of reasons) {
    const at = lines.indexOf(line.trim(), next);
    if (at < 0) continue;
    found[at] = reason;
    next = at + 1;
  }
  return found;
}
