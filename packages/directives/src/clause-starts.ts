import type { CueTable } from './cues/cue-table.ts';

const PUNCTUATION = '[,;:.!?¡¿()"…] ?| [-–—>]+ |—';
/** Words whose sentence goes on behind a joining word: in `which also use it` nobody is told to use it. */
const SUBJECTS = '(?:^|[^\\p{L}])(?:i|we|they|it|he|she|who|that|which|to)';

/** Finds where clauses of a language begin. */
export function clauseStarts({ joining, leading }: CueTable): (folded: string) => number[] {
  const behind = [PUNCTUATION];
  if (leading !== undefined) behind.unshift(`(?<=^|[,;:.!?(] ?)(?:(?:${leading}),? ){1,2}`);
  if (joining !== undefined) behind.push(`(?<![\\p{L}']|${SUBJECTS} )(?:${joining}) `);
  const pattern = new RegExp(behind.join('|'), 'gu');
  return (folded) => {
    const starts = [0];
    for (const match of folded.matchAll(pattern)) starts.push(match.index + match[0].length);
    return starts;
  };
}
