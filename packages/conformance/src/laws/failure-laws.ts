import { isErrorSummary, type ContentBlock, type ToolResponseBlock } from '@palimpsest/core-types';
import type { ResultInvariant } from '@palimpsest/history';
import type { TrialLaw } from '../invariant.ts';
import { ofEveryResult, reducedEntries } from './every-result.ts';

const LAWS: readonly ResultInvariant[] = [
  {
    name: 'law-7-successes',
    guarantee:
      'What succeeded is not called a failure: the numbered lines of a file may hold any word.',
    *find(result) {
      for (const { index, old, now } of reducedEntries(result)) {
        const were = old.blocks.filter(isResponse);
        const are = now.blocks.filter(isResponse);
        if (were.length !== are.length) continue;
        for (const [at, is] of are.entries()) {
          const was = were[at]!;
          if (isListing(was) && !isListing(is) && claimsFailure(is)) {
            yield [index, `${is.toolName} succeeded, and is called a failure`];
          }
        }
      }
    },
  },
];

export const lawsOfFailures: readonly TrialLaw[] = LAWS.map(ofEveryResult);

function isResponse(block: ContentBlock): block is ToolResponseBlock {
  return block.type === 'tool_response';
}

function claimsFailure({ result, error, isError }: ToolResponseBlock): boolean {
  const isSaid = typeof result === 'string' && isErrorSummary(result);
  return isSaid || error !== undefined || isError === true;
}

/** Returns whether a result consists of numbered lines only and reports no failure. */
function isListing({ result, error = '', isError }: ToolResponseBlock): boolean {
  if (typeof result !== 'string' || error !== '' || isError === true) return false;
  return result.split('\n').every((line) => /^ *\d+(?:→|\t|: )/.test(line));
}
