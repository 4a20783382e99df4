import {
  formatToolSummary,
  type ContentBlock,
  type IContent,
  type StrategyPlugin,
} from '@palimpsest/core-types';
import { isReasoningOnly } from '@palimpsest/engine/history';
import { mapHead, planted, untouched, type Edit } from './planted.ts';

const says = (entry: IContent): string => {
  const [block] = entry.blocks;
  return block?.type === 'text' ? block.text : '';
};

const withText = (entry: IContent, text: string): IContent => ({
  ...entry,
  blocks: [{ type: 'text', text }],
});

const isFree = ({ speaker, metadata = {}, blocks }: IContent): boolean =>
  speaker === 'ai' && Object.keys(metadata).length === 0 && blocks.length === 1;

/** Rewrites the texts of the assistant before the tail. */
const rewriting = (rewrite: (text: string) => string): Edit =>
  mapHead((entry) => {
    const text = isFree(entry) ? rewrite(says(entry)) : says(entry);
    return text === says(entry) ? entry : withText(entry, text);
  });

const mapBlocks = (change: (block: ContentBlock) => ContentBlock): Edit =>
  mapHead((entry) => {
    const blocks = entry.blocks.map(change);
    return blocks.every((block, at) => block === entry.blocks[at]) ? entry : { ...entry, blocks };
  });

/** Replaces each result that is an object or an array. */
const mapStructured = (change: (result: object) => unknown): Edit =>
  mapBlocks((block) => {
    if (block.type !== 'tool_response' || typeof block.result !== 'object') return block;
    return block.result === null ? block : { ...block, result: change(block.result) };
  });

const isList = (value: object): value is unknown[] => Array.isArray(value);

/** Returns the value with each long string cut to its first half. */
function halved(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > 255 ? value.slice(0, value.length / 2) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map(halved);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, halved(member)]));
}

/** Removes entries before the tail without metadata. */
const without = (isGone: (entry: IContent) => boolean): Edit =>
  mapHead((entry) =>
    Object.keys(entry.metadata ?? {}).length === 0 && isGone(entry) ? undefined : entry,
  );

const withoutPeople = without(({ speaker }) => speaker === 'human');
const dropping = without((entry) => isFree(entry) && says(entry) !== '');

export const droppingResults: Edit = without(({ blocks }) =>
  blocks.some(({ type }) => type === 'tool_response'),
);

/** Reports the facts of `dropping` falsely. */
const claiming = (claims: object): StrategyPlugin =>
  planted(dropping, {
    change: (result) =>
      result.kind === 'noop' ? result : { ...result, metadata: { ...result.metadata, ...claims } },
  });

let tick = 0;

/** What a strategy does wrong, the law that detects it, and the strategy. */
export const defects: readonly (readonly [string, string, StrategyPlugin | Edit])[] = [
  ['drops a response', 'law-1-whole-history', droppingResults],
  [
    'reorders entries',
    'law-2-order',
    (entries, boundary) => {
      const output = [...untouched(entries)];
      if (boundary > 1) output.unshift(...output.splice(1, 1));
      return output;
    },
  ],
  [
    'reorders blocks',
    'law-2-order',
    mapHead((entry) =>
      entry.blocks.length > 1 ? { ...entry, blocks: entry.blocks.toReversed() } : entry,
    ),
  ],
  [
    'changes the tail',
    'law-3-tail',
    (entries) =>
      untouched(entries).map(([entry, index]) =>
        index === entries.length - 1 && says(entry).length > 9
          ? [withText(entry, 'short'), index]
          : [entry, index],
      ),
  ],
  ['forgets the whole history', 'law-3-tail', () => []],
  ['reports a longer tail than it leaves', 'law-3-tail', claiming({ bottomPreserved: 1_000 })],
  [
    'drops system entries',
    'law-3-protected',
    mapHead((entry) => (entry.speaker === 'system' ? undefined : entry)),
  ],
  [
    'drops what the caller pinned',
    'law-3-protected',
    mapHead((entry) =>
      entry.metadata?.['keep'] === true && entry.blocks.every(({ type }) => type === 'text')
        ? undefined
        : entry,
    ),
  ],
  ['drops the newest user text', 'law-3-human-text', withoutPeople],
  ['drops user text', 'roles-alternation', withoutPeople],
  ['begins with a turn of the model', 'roles-starts-with-user', withoutPeople],
  ['leaves a call after a turn of the model', 'roles-call-follows-user', withoutPeople],
  [
    'leaves reasoning alone',
    'law-4-thinking',
    mapHead((entry) => {
      const thinking = entry.blocks.filter(({ type }) => type === 'thinking');
      return thinking.length === 0 || isReasoningOnly(entry)
        ? entry
        : { ...entry, blocks: thinking };
    }),
  ],
  [
    'rewrites reasoning',
    'law-4-thinking',
    mapBlocks((block) =>
      block.type === 'thinking' && block.thought.length > 1
        ? { ...block, thought: block.thought.slice(0, 1) }
        : block,
    ),
  ],
  [
    'cuts the arguments of calls',
    'law-4-voice',
    mapBlocks((block) =>
      block.type === 'tool_call' ? { ...block, parameters: { path: '…/a.ts' } } : block,
    ),
  ],
  ['grows the history', 'law-5-size', rewriting((text) => text && `${text} and so on`)],
  ['hides a shortfall', 'law-5-size', claiming({ shortfallTokens: 0 })],
  [
    'is not deterministic',
    'law-6-deterministic',
    rewriting((text) => (text.length < 9 ? text : String((tick += 1) % 9))),
  ],
  [
    'is not idempotent',
    'law-6-idempotent',
    rewriting((text) => (text.trim().length > 1 ? text.trim().slice(1) : text)),
  ],
  [
    'mutates its input',
    'law-6-input-untouched',
    (entries) => {
      for (const entry of entries) Object.assign(entry, { metadata: { seen: true } });
      return untouched(entries);
    },
  ],
  [
    'loses an error',
    'law-7-failures',
    mapBlocks((block) => {
      if (block.type !== 'tool_response' || block.error === undefined) return block;
      const { error: _, ...rest } = block;
      return rest;
    }),
  ],
  [
    'loses the last line of a failure',
    'law-7-failures',
    mapBlocks((block) =>
      block.type === 'tool_response' && block.error !== undefined && Boolean(block.result)
        ? { ...block, result: '' }
        : block,
    ),
  ],
  [
    'takes a file for a failure',
    'law-7-successes',
    mapBlocks((block) =>
      block.type === 'tool_response' && /^ *\d/.test(String(block.result))
        ? { ...block, result: formatToolSummary({ tool: 'Read', key: 'a', status: 'error' }) }
        : block,
    ),
  ],
  [
    'omits a provenance record',
    'law-8-provenance',
    planted(dropping, {
      change: ({ metadata, ...result }) => {
        const provenance = metadata.provenance?.slice(1) ?? [];
        return { ...result, metadata: { ...metadata, provenance } };
      },
    }),
  ],
  ['omits the provenance', 'law-8-provenance-told', claiming({ provenance: undefined })],
  [
    'attributes text to another role',
    'law-8-attribution',
    mapHead((entry) => (isFree(entry) ? { ...entry, speaker: 'human' } : entry)),
  ],
  ['leaves a block of code open', 'law-9-fences', rewriting((text) => text.replace(/\n```$/, ''))],
  [
    'writes records and lists as texts',
    'law-10-kind',
    mapStructured((result) => JSON.stringify(result)),
  ],
  ['cuts bytes in results', 'law-10-media', mapStructured(halved)],
  [
    'drops the newest member of records and lists',
    'law-10-members',
    mapStructured((result) =>
      isList(result)
        ? result.slice(0, -1)
        : Object.fromEntries(Object.entries(result).slice(0, -1)),
    ),
  ],
  ['counts falsely', 'figures-are-true', claiming({ compressedMessageCount: 0 })],
  [
    'answers a malformed history with another one',
    'broken-input-becomes-whole',
    planted(dropping, {
      change: (result) =>
        result.kind === 'noop'
          ? {
              ...result,
              kind: 'applied',
              newHistory: [{ speaker: 'ai', blocks: [] }],
            }
          : result,
    }),
  ],
  [
    'throws',
    'every-history-is-answered',
    planted(dropping, {
      change: () => {
        throw new RangeError('Nobody expected this.');
      },
    }),
  ],
];
