import type { ContentBlock, IContent } from '@palimpsest/core-types';
import {
  humanTextLength,
  isHumanText,
  isRequest,
  type EntryPredicate,
  type EvictionCandidate,
} from '@palimpsest/history';
import {
  createSentenceCutter,
  cutHumanText,
  DATA_CUTS,
  DEMAND_CUTS,
  isUseful,
  REMARK_CUTS,
  SENTENCE_CUTS,
  truncateToMarker,
  type HumanCut,
  type HumanReadings,
} from '@palimpsest/summarizer/reduce';

/** A longer user message is mostly pasted data. In UTF-16 units. */
export const LONG_HUMAN_TEXT = 2_000;

/** Rounds of cuts. Each cuts the output of the previous one, as the next compression would, so that the next one changes nothing (law 6). */
const ROUNDS = 4;

/** Ever shorter versions of the first request. Its beginning always stays: it states the task. */
export const shortenFirst: readonly ((entry: IContent) => IContent | undefined)[] = repeated([
  ...DATA_CUTS,
  ...REMARK_CUTS,
  ...DEMAND_CUTS,
]).map((cut) => (entry) => withoutLines(entry, cut, { isFirst: true }));

export interface ShortenOptions {
  readonly isProtected: EntryPredicate;
  readonly cutsHumanText: boolean;
}

/** Lists ever shorter versions of texts, before whole texts are removed: pasted data, then text of the model. */
export function* shortenTexts(
  head: readonly IContent[],
  { isProtected, cutsHumanText }: ShortenOptions,
): Generator<EvictionCandidate> {
  const free = [...head.entries()].filter(([, entry]) => !isProtected(entry));
  if (cutsHumanText) yield* cutPastedData(head, free);
  yield* cutAgentText(head, free);
  yield* truncateNextToOpaque(free);
}

/** Entries with their indices. */
type Entries = readonly (readonly [at: number, entry: IContent])[];

/** Lists removals of pasted logs, code and tables from long user messages: cut by cut, oldest message first. The newest one stays whole. */
function* cutPastedData(head: readonly IContent[], free: Entries): Generator<EvictionCandidate> {
  const readings: HumanReadings = new Map();
  const first = head.findIndex(isRequest);
  const newest = head.findLastIndex(isRequest);
  const long = free.filter(
    ([at, entry]) =>
      at !== newest && isHumanText(entry) && humanTextLength(entry) > LONG_HUMAN_TEXT,
  );
  for (const cut of repeated(DATA_CUTS)) {
    for (const [at] of long)
      yield editEntry(at, (entry) => withoutLines(entry, cut, { isFirst: at === first, readings }));
  }
}

/**
 * Lists removals of sentences from the model's text: the least valuable ones of all texts first. Only from entries that are removed if this is
 * not enough: otherwise the next run would cut what is left again (law 6).
 */
function* cutAgentText(head: readonly IContent[], free: Entries): Generator<EvictionCandidate> {
  const said = free.filter(([, { speaker }]) => speaker === 'ai');
  const cutter = createSentenceCutter(
    said.flatMap(([at, entry]) => textsOf(entry).map((text) => ({ text, age: head.length - at }))),
  );
  for (const share of SENTENCE_CUTS) {
    for (const [at, given] of said) {
      yield editEntry(at, (entry) => {
        if (entry.blocks.some(keepsEntry)) return undefined;
        // Sentences are cut from the texts as they were given.
        const texts = textsOf(given).values();
        return withTexts(entry, () => cutter.cut(texts.next().value ?? '', share));
      });
    }
  }
}

/** Lists truncations of text and code next to opaque blocks: such entries cannot be removed. */
function* truncateNextToOpaque(free: Entries): Generator<EvictionCandidate> {
  for (const [at, { speaker, blocks }] of free) {
    if (speaker !== 'human' && blocks.some(({ type }) => type === 'opaque')) {
      // Even if it saves no tokens: this text is always reduced before user text (law 3).
      const edit = editEntry(at, (entry) => withBlocks(entry, entry.blocks.map(truncated)));
      yield { ...edit, onlyIfSmaller: false };
    }
  }
}

export function textsOf({ blocks }: IContent): string[] {
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));
}

function repeated(cuts: readonly HumanCut[]): readonly HumanCut[] {
  return Array.from({ length: ROUNDS }, () => cuts).flat();
}

/** Returns whether a block prevents the removal of its entry. */
function keepsEntry({ type }: ContentBlock): boolean {
  return type === 'tool_call' || type === 'tool_response' || type === 'opaque';
}

function truncated(block: ContentBlock): ContentBlock {
  const said = block.type === 'text' ? block.text : block.type === 'code' ? block.code : '';
  const text = truncateToMarker(said, 0) ?? said;
  return isUseful(text, said) ? { type: 'text', text } : block;
}

/** Returns the user message with a cut of its texts; `undefined` if none becomes shorter by a useful amount. */
function withoutLines(
  entry: IContent,
  cut: HumanCut,
  { isFirst, readings }: { readonly isFirst: boolean; readonly readings?: HumanReadings },
): IContent | undefined {
  let isBeginning = isFirst;
  return withTexts(entry, (text) => {
    const options = { isFirst: isBeginning, readings };
    isBeginning = false;
    return cutHumanText(text, cut, options);
  });
}

function withTexts(
  entry: IContent,
  shorten: (text: string) => string | undefined,
): IContent | undefined {
  const blocks = entry.blocks.map((block) => {
    if (block.type !== 'text') return block;
    const text = shorten(block.text);
    return text !== undefined && isUseful(text, block.text) ? { ...block, text } : block;
  });
  return withBlocks(entry, blocks);
}

/** Returns the entry with other blocks; `undefined` if they are the same. */
function withBlocks(entry: IContent, blocks: readonly ContentBlock[]): IContent | undefined {
  return blocks.every((block, at) => block === entry.blocks[at]) ? undefined : { ...entry, blocks };
}

function editEntry(at: number, edit: (entry: IContent) => IContent | undefined): EvictionCandidate {
  return {
    changes(current) {
      const entry = current(at);
      const shorter = entry && edit(entry);
      return shorter === undefined ? new Map() : new Map([[at, shorter]]);
    },
    dropped: {},
    onlyIfSmaller: true,
  };
}
