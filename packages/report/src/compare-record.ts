import { defined, type IContent } from '@palimpsest/core-types';
import type { RecordItem } from '@palimpsest/engine/history';
import { alignRecord, type ToldSources } from './align-record.ts';
import { compareText, type LineReason } from './compare-texts.ts';
import { firstWords } from './block-texts.ts';
import type { ComparedEntry, ComparedText, EntryKind } from './comparison.ts';
import { kindOf } from './entry-kind.ts';
import {
  linesOfItem,
  listSources,
  RESULT,
  textOfItem,
  type CallIndex,
  type RecordSource,
} from './record-sources.ts';

/** The entries that a report tells, and its items. */
export interface RecordRange {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  readonly items: readonly RecordItem[];
}

interface RecordOptions {
  readonly estimateTokens: (entries: readonly IContent[]) => number;
  /** Returns why lines of a block stayed. */
  readonly reasonsOf?: (index: number, block: number) => readonly LineReason[] | undefined;
}

/** What an item of a report tells, and the positions of the entries that it is about. */
interface ComparedItem {
  readonly compared: ComparedEntry;
  readonly positions: readonly number[];
  /** The text of the item, as it was before signs of the report in it were escaped. */
  readonly said: string;
}

/** Compares entries with the report that stands in their place, step by step. */
export function compareRecord(
  index: CallIndex,
  { from, to, items }: RecordRange,
  { estimateTokens, reasonsOf }: RecordOptions,
): ComparedItem[] {
  const estimate = (text: string): number =>
    estimateTokens([{ speaker: 'human', blocks: [{ type: 'text', text }] }]);
  const perEntry = estimate('');
  const tokensOf = (text: string): number => Math.max(0, estimate(text) - perEntry);
  return alignRecord(listSources(index, from, to), items).map((told): ComparedItem => {
    const texts = told.sources.flatMap((source) => source.texts);
    const positions = [...new Set(texts.map(({ entry }) => entry))].toSorted((a, b) => a - b);
    const [first] = positions;
    const last = positions.at(-1);
    const said = told.items.map(textOfItem).join('\n');
    const tokens = new Map<EntryKind, number>();
    for (const { entry, block, text } of texts) {
      const { blocks, ...of } = index.history[entry]!;
      const kind = kindOf({ ...of, blocks: blocks.slice(block, block + 1) });
      tokens.set(kind, (tokens.get(kind) ?? 0) + tokensOf(text));
    }
    const [largest] = [...tokens].toSorted(([, one], [, other]) => other - one);
    const [item] = told.items;
    const [source] = told.sources;
    const label =
      item?.kind === 'step' && (tokens.has('call') || !told.isStep)
        ? item.title.replace(/:$/, '')
        : firstWords(source?.texts.slice(source.main) ?? []);
    const compared: ComparedEntry = {
      ...defined({ index: first, lastIndex: first === last ? undefined : last, label }),
      kind: largest?.[0] ?? 'agent',
      change: told.items.length > 0 ? 'reported' : 'removed',
      tokensBefore: [...tokens.values()].reduce((sum, own) => sum + own, 0),
      tokensAfter: said === '' ? 0 : tokensOf(said),
      texts: told.isStep ? compareStep(source!, item!, reasonsOf) : compareRun(told, said),
    };
    return { compared, positions, said };
  });
}

/** Compares a step of a report with the entries it came from: its title with the arguments of the call, its lines with the result. */
function compareStep(
  source: RecordSource,
  item: RecordItem,
  reasonsOf: RecordOptions['reasonsOf'],
): ComparedText[] {
  const { texts, main } = source;
  const lines = linesOfItem(item);
  const end = texts.length === main + 1 ? lines.length : findResult(lines, source);
  const title = item.kind === 'step' ? [item.title] : [];
  const told = [[...title, ...lines.slice(0, end)], lines.slice(end)];
  return texts.map((text, at) =>
    compareText(text, (told[at - main] ?? []).join('\n'), reasonsOf?.(text.entry, text.block)),
  );
}

/** Returns the first line of a step that is of the result: a line names it, or the arguments do not contain it. */
function findResult(lines: readonly string[], { labels, written }: RecordSource): number {
  if (labels.length === 0) return 0;
  const named = lines.indexOf(RESULT);
  if (named >= 0) return named;
  // Kept lines have the order of the arguments: each is searched for behind the one before.
  let from = 0;
  const isWritten = (line: string): boolean =>
    labels.includes(line.slice(0, -1)) ||
    line.split('…').every((words) => {
      const part = words.trim();
      if (part.length <= 3) return true;
      const at = written.indexOf(part, from);
      if (at >= 0) from = at + part.length;
      return at >= 0;
    });
  const end = lines.findIndex((line) => !isWritten(line));
  return end < 0 ? lines.length : end;
}

/** Compares a run of entries as a whole with the sentence about it, or each of its texts with nothing. */
function compareRun({ sources }: ToldSources, said: string): ComparedText[] {
  const texts = sources.flatMap((source) => source.texts);
  if (said === '') return texts.map((text) => compareText(text, ''));
  const before = texts.map(({ entry, title, text }) => `#${entry} ${title}\n${text}`).join('\n\n');
  return [compareText({ title: 'entries', text: before }, said)];
}
