import {
  isMarker,
  type ContentBlock,
  type StrategyPlugin,
  type ToolResponseBlock,
} from '@palimpsest/core-types';
import { mapHead, planted } from '../planted.ts';
import { isFixed, withBlocks, type OriginDefect } from './origin-defect.ts';

/** Replaces every long result that is not marked as a failure by one line. */
function summarizing(
  hasFailed: (text: string) => boolean,
  { knowsItsLines }: { readonly knowsItsLines: boolean },
): StrategyPlugin {
  const summarize = (response: ToolResponseBlock): ContentBlock => {
    const { result, error, isError, toolName } = response;
    if (typeof result !== 'string' || error !== undefined || isError === true) return response;
    const isOwn = isMarker(result);
    const words = result.split(' ').length;
    if (isOwn ? knowsItsLines : result.length < 60 || words < 3) return response;
    const line = `[${toolName.slice(0, 30)}: ${hasFailed(result) ? 'error' : 'success'}]`;
    return line === result ? response : { ...response, result: line };
  };
  return planted(
    mapHead((entry) =>
      isFixed(entry)
        ? entry
        : withBlocks(
            entry,
            entry.blocks.map((block) =>
              block.type === 'tool_response' ? summarize(block) : block,
            ),
          ),
    ),
  );
}

const beginsWithError = (text: string): boolean => /^Error\b/.test(text);
const holdsError = (text: string): boolean => /error:/i.test(text);
const mended = summarizing(beginsWithError, { knowsItsLines: true });

export const outcomeDefects: readonly OriginDefect[] = [
  {
    id: 'D8, the second time',
    does: 'judges its own line again, and calls an error a success',
    law: 'law-6-idempotent',
    entries: 6,
    broken: summarizing(holdsError, { knowsItsLines: false }),
    mended: summarizing((text) => !/^ *\d/.test(text) && holdsError(text), { knowsItsLines: true }),
  },
  {
    id: 'D8, source code',
    does: 'takes a file for a failure because it holds the word',
    law: 'law-7-successes',
    entries: 8,
    broken: summarizing(holdsError, { knowsItsLines: true }),
    mended,
  },
];
