import type { RecordItem } from '@palimpsest/engine/history';
import { PERSON_HEAD, RESULT, type RecordSource } from './record-sources.ts';

/** What a report tells of some sources in a row. */
export interface ToldSources {
  readonly sources: readonly RecordSource[];
  /** One item for one source, or the sentences for a run of sources; none if the report leaves the run out. */
  readonly items: readonly RecordItem[];
  /** Whether the item is about this source alone. */
  readonly isStep: boolean;
}

/** Sources with the same head that are compared with an item: a bound for the work. */
const MAX_CANDIDATES = 24;
/** Lines of an item that tell its source. */
const MAX_TELLING = 8;

/**
 * Finds the sources of the items of a report. Both have the same order. An item with lines is about the next source whose title it has, and of
 * several the one that contains its lines; an item without lines is about the sources up to there.
 */
export function alignRecord(
  sources: readonly RecordSource[],
  items: readonly RecordItem[],
): ToldSources[] {
  const places = new Map<string, Places>();
  for (const [at, { heads }] of sources.entries()) {
    for (const head of new Set(heads)) {
      const known = places.get(head);
      if (known === undefined) places.set(head, { all: [at], next: 0 });
      else known.all.push(at);
    }
  }
  const told: ToldSources[] = [];
  let next = 0;
  let waiting: RecordItem[] = [];
  const tellRun = (end: number, about: readonly RecordItem[]): void => {
    const run = sources.slice(next, end);
    if (run.length + about.length > 0) told.push({ sources: run, items: about, isStep: false });
    next = end;
  };
  const tellStep = (at: number, item: RecordItem): void => {
    told.push({ sources: [sources[at]!], items: [item], isStep: true });
    next = at + 1;
  };
  /** Tells the sources before `end` by the items that wait. */
  const tellUntil = (end: number): void => {
    let about: RecordItem[] = [];
    for (const item of waiting) {
      const at = findSource(item, { sources, places, from: next });
      if (at === undefined || at >= end) about.push(item);
      else {
        tellRun(at, about);
        about = [];
        tellStep(at, item);
      }
    }
    waiting = [];
    tellRun(end, about);
  };
  for (const item of items) {
    // A title alone may be about several steps, and says little: it waits for the next lines.
    const at =
      item.lines.length === 0 ? undefined : findSource(item, { sources, places, from: next });
    if (at === undefined) waiting.push(item);
    else {
      tellUntil(at);
      tellStep(at, item);
    }
  }
  tellUntil(sources.length);
  return told;
}

/** The sources with one head. */
interface Places {
  readonly all: number[];
  /** Index of the first one that no item has passed. */
  next: number;
}

interface Search {
  readonly sources: readonly RecordSource[];
  readonly places: ReadonlyMap<string, Places>;
  readonly from: number;
}

function findSource(item: RecordItem, { sources, places, from }: Search): number | undefined {
  const head = findHead(item, places);
  if (head === undefined) return undefined;
  const known = places.get(head)!;
  while (known.next < known.all.length && known.all[known.next]! < from) known.next += 1;
  const candidates = known.all.slice(known.next, known.next + MAX_CANDIDATES);
  const telling = tellingWords(item);
  let [best, most] = [candidates[0], 0];
  for (const at of candidates) {
    const { written, result, labels } = sources[at]!;
    const isIn = (words: string): boolean =>
      written.includes(words) || result.includes(words) || labels.includes(words.slice(0, -1));
    const count = telling.filter(isIn).length;
    if (count > most) [best, most] = [at, count];
    if (count === telling.length) return at;
  }
  return best;
}

/** A longer head is not searched for: each shorter one is. In UTF-16 units. */
const MAX_HEAD = 1_000;

/** What follows the title of a step without lines. Other items without lines are about several steps. */
const OUTCOME =
  /^(?:,? in \S+)?(?:, (?:failed|without a result|no output|\d+ lines?))?(?: \((?:failed|\d+ lines?)\))?(?: #[^\s:]+)?(?:: [^\n]*)?$/;

/** Returns the longest head with which an item begins. */
function findHead(item: RecordItem, places: Search['places']): string | undefined {
  if (item.kind === 'person') return places.has(PERSON_HEAD) ? PERSON_HEAD : undefined;
  const { title } = item;
  for (let end = Math.min(title.length, MAX_HEAD); end > 0; end -= 1) {
    if (end < title.length && !/[,: ]/.test(title[end]!)) continue;
    const head = title.slice(0, end);
    if (!places.has(head)) continue;
    return item.lines.length > 0 || OUTCOME.test(title.slice(end)) ? head : undefined;
  }
  return undefined;
}

/** Returns parts of lines that stand in the source as they are: some of all, and the last. */
function tellingWords({ lines }: RecordItem): readonly string[] {
  const all = lines
    .flatMap((line) => (typeof line === 'string' ? line.split('…') : []))
    .map((words) => words.trim())
    .filter((words) => words.length > 3 && words !== RESULT);
  const distance = Math.ceil(all.length / MAX_TELLING);
  return all.filter((_, at) => (all.length - 1 - at) % distance === 0);
}
