import { runAtOnce, defined, type IContent } from '@palimpsest/core-types';
import { indexExchanges, readRecordEntry, writeRecord } from '@palimpsest/engine/history';
import { defaultToolTaxonomy } from '@palimpsest/engine/tools';
import { createParseCache } from './parse-cache.ts';
import { parseHistory } from './parse-history.ts';
import { writeItems } from './write-items.ts';

/**
 * Returns a history as the text of one record, for a host that stores a text instead of messages. Leaves out nothing but reasoning and media:
 * compress the history before. A history that is a record already gives its text.
 *
 * @param options `canRecall`: whether the agent can recall what is left out. @default true, or what the record says
 */
export function recordText(
  history: readonly IContent[],
  { canRecall }: { readonly canRecall?: boolean } = {},
): string {
  const [first, ...others] = history;
  const known = first === undefined || others.length > 0 ? undefined : readRecordEntry(first);
  if (known !== undefined) return writeRecord(known.items, { ...known, ...defined({ canRecall }) });
  const parse = { taxonomy: defaultToolTaxonomy, parseCache: createParseCache()() };
  const pieces = parseHistory(indexExchanges(history), parse).flat();
  const items = runAtOnce(
    writeItems(pieces, {
      isKept: () => true,
      namedFrom: 0,
      replaced: new Map(),
      idOf: () => undefined,
    }),
  );
  return writeRecord(items, { canRecall: canRecall ?? true });
}
