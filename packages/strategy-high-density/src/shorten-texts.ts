import type { ContentBlock, IContent } from '@palimpsest/core-types';
import {
  humanTextLength,
  isHumanText,
  isRequest,
  type EntryPredicate,
  type EvictionCandidate,
  LONG_HUMAN_TEXT,
} from '@palimpsest/engine/history';
import {
  DATA_CUTS,
  DEMAND_CUTS,
  isUseful,
  REMARK_CUTS,
  truncateToMarker,
  type HumanCut,
  type CutHumanText,
} from '@palimpsest/summarizer/reduce';

/** Ever shorter versions of the first request. Its beginning always stays: it states the task. */
export function shortenFirst(
  cutHumanText: CutHumanText,
): readonly ((entry: IContent) => IContent | undefined)[] {
  // From what is missed least to what is missed most.
  return [...DATA_CUTS, ...REMARK_CUTS, ...DEMAND_CUTS].map(
    (cut) => (entry) => withCut(entry, cut, cutHumanText, true),
  );
}

export interface ShortenOptions {
  readonly isProtected: EntryPredicate;
  /** Cuts user texts. @default they stay */
  readonly cutHumanText: CutHumanText | undefined;
}

/** Lists ever shorter versions of texts, before whole texts are removed: pasted data, then text of the model next to opaque blocks. */
export function* shortenTexts(
  head: readonly IContent[],
  { isProtected, cutHumanText }: ShortenOptions,
): Generator<EvictionCandidate> {
  const free = [...head.entries()].filter(([, entry]) => !isProtected(entry));
  if (cutHumanText !== undefined) yield* cutPastedData(head, free, cutHumanText);
  yield* truncateNextToOpaque(free);
}

/** Entries with their indices. */
type Entries = readonly (readonly [at: number, entry: IContent])[];

/** Lists removals of pasted logs, code and tables from long user messages: cut by cut, oldest message first. The newest one stays whole. */
function* cutPastedData(
  head: readonly IContent[],
  free: Entries,
  cutHumanText: CutHumanText,
): Generator<EvictionCandidate> {
  const first = head.findIndex(isRequest);
  const newest = head.findLastIndex(isRequest);
  const long = free.filter(
    ([at, entry]) =>
      at !== newest && isHumanText(entry) && humanTextLength(entry) > LONG_HUMAN_TEXT,
  );
  for (const cut of DATA_CUTS) {
    for (const [at] of long)
      yield shortenEntry(at, (entry) => withCut(entry, cut, cutHumanText, at === first));
  }
}

/** Lists truncations of text and code next to opaque blocks: such entries cannot be removed. */
function* truncateNextToOpaque(free: Entries): Generator<EvictionCandidate> {
  for (const [at, { speaker, blocks }] of free) {
    if (speaker !== 'human' && blocks.some(mustStay)) {
      // Even if it saves no tokens: this text is always reduced before user text.
      const edit = shortenEntry(at, (entry) => withBlocks(entry, entry.blocks.map(truncated)));
      yield { ...edit, onlyIfSmaller: false };
    }
  }
}

/** Returns whether nobody but its format knows what depends on a block, so that its entry stays. */
function mustStay(block: ContentBlock): boolean {
  return block.type === 'opaque' && block.hostedCallId === undefined;
}

function truncated(block: ContentBlock): ContentBlock {
  const said = block.type === 'text' ? block.text : block.type === 'code' ? block.code : '';
  const text = truncateToMarker(said);
  return text === undefined ? block : { type: 'text', text };
}

/** Returns the user message with a cut of its texts; `undefined` if none becomes shorter by a useful amount. */
function withCut(
  entry: IContent,
  cut: HumanCut,
  cutHumanText: CutHumanText,
  isFirst: boolean,
): IContent | undefined {
  let isBeginning = isFirst;
  const blocks = entry.blocks.map((block) => {
    if (block.type !== 'text') return block;
    const text = cutHumanText(block.text, cut, isBeginning);
    isBeginning = false;
    return text !== undefined && isUseful(text, block.text) ? { ...block, text } : block;
  });
  return withBlocks(entry, blocks);
}

/** Returns the entry with other blocks; `undefined` if they are the same. */
function withBlocks(entry: IContent, blocks: readonly ContentBlock[]): IContent | undefined {
  return blocks.every((block, at) => block === entry.blocks[at]) ? undefined : { ...entry, blocks };
}

function shortenEntry(
  at: number,
  edit: (entry: IContent) => IContent | undefined,
): EvictionCandidate {
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
