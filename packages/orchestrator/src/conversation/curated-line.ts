import type { CuratedHistory, IContent } from '@palimpsest/core-types';
import { isBlank } from '@palimpsest/history';
import { entryLine, type EntryLine } from './entry-line.ts';

/** A line without its blank AI entries. Looks at every entry once, when somebody asks. */
export function curatedLine(raw: EntryLine): () => CuratedHistory {
  let seen = 0;
  /** Only where something was left out; until then the line itself is the answer. */
  let curated: EntryLine | undefined;
  return () => {
    for (; seen < raw.entries.length; seen += 1) {
      const entry = raw.entries[seen]!;
      if (isLeftOut(entry)) curated ??= entryLine(raw.entries.slice(0, seen));
      else curated?.append(entry);
    }
    return (curated ?? raw).view();
  };
}

function isLeftOut(entry: IContent): boolean {
  return entry.speaker === 'ai' && isBlank(entry);
}
