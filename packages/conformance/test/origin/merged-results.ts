import type { IContent, ToolResponseBlock } from '@palimpsest/core-types';
import { planted, type Output } from '../planted.ts';
import { isFixed, pair, type OriginDefect } from './origin-defect.ts';

/** Joins two entries with one result each. The broken version also merges the two results into one. */
function join(left: IContent, right: IContent, isBroken: boolean): IContent | undefined {
  const [one, other] = [onlyResult(left), onlyResult(right)];
  if (one === undefined || other === undefined) return undefined;
  if (!isBroken) return { ...left, blocks: [...left.blocks, ...right.blocks] };
  return {
    ...left,
    blocks: [{ ...one, result: `${String(one.result)}\n\n${String(other.result)}` }],
  };
}

function onlyResult(entry: IContent): ToolResponseBlock | undefined {
  const [block] = entry.blocks;
  const isOne = entry.speaker === 'tool' && entry.blocks.length === 1 && !isFixed(entry);
  return isOne && block?.type === 'tool_response' && block.error === undefined ? block : undefined;
}

export const mergeDefects: readonly OriginDefect[] = [
  {
    id: 'B5',
    does: 'makes one result of two that stand side by side',
    law: 'law-1-whole-history',
    entries: 6,
    ...pair((isBroken) =>
      planted((history, boundary) => {
        const output: Output[number][] = [];
        for (let at = 0; at < history.length; at += 1) {
          const [entry, next] = [history[at]!, history[at + 1]];
          const isHead = next !== undefined && at + 1 < boundary;
          const joined = isHead ? join(entry, next, isBroken) : undefined;
          output.push(joined === undefined ? [entry, at] : [joined, at, at + 1]);
          if (joined !== undefined) at += 1;
        }
        return output;
      }),
    ),
  },
];
