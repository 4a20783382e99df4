import type { ToolResponseBlock } from '@palimpsest/core-types';
import type { ToolResultRef, UnmatchedResult } from '../structure/exchange-index.ts';

/** Texts that agents write in place of a result that they do not have. */
const PLACEHOLDER =
  /\b(?:synthetic|placeholder|interrupted|aborted|cancell?ed|no (?:tool )?(?:result|response|output)|(?:result|response|output)s? (?:is |was |not )?(?:missing|lost|recorded|provided|available)|missing (?:tool )?(?:result|response|output))\b/i;

/** Maximum length of such a text. */
const PLACEHOLDER_LENGTH = 200;

/** Returns whether a result says only that there is none. */
function isPlaceholder({ result, error }: ToolResponseBlock): boolean {
  const said = [error, result ?? ''].filter((value) => value !== undefined);
  if (!said.every((value) => typeof value === 'string')) return false;
  const text = said.join('\n').trim();
  return text === '' || (text.length <= PLACEHOLDER_LENGTH && PLACEHOLDER.test(text));
}

/** What a result says by now, and its place. */
interface Said {
  readonly site: ToolResultRef;
  readonly said: ToolResponseBlock;
}

/**
 * Returns the result that each second result of a call replaces: the one before it. A long-running tool reports first that it runs; an agent writes
 * an error in place of a missing result. A placeholder replaces nothing but a placeholder.
 */
export function findSuperseded(
  responses: readonly ToolResultRef[],
  unmatched: readonly UnmatchedResult[],
): ReadonlyMap<UnmatchedResult, Said> {
  const superseded = new Map<UnmatchedResult, Said>();
  /** The newest result of each call id so far. */
  const newest = new Map<string, Said>();
  let next = 0;
  for (const stray of unmatched.filter(({ kind }) => kind === 'duplicate')) {
    for (; next < responses.length && responses[next]!.entry <= stray.entry; next += 1) {
      const site = responses[next]!;
      newest.set(site.response.callId, { site, said: site.response });
    }
    const known = newest.get(stray.response.callId);
    if (known === undefined || (isPlaceholder(stray.response) && !isPlaceholder(known.said)))
      continue;
    superseded.set(stray, known);
    newest.set(stray.response.callId, { ...known, said: stray.response });
  }
  return superseded;
}
