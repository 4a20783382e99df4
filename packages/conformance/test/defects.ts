import type { ContentBlock, IContent } from '@palimpsest/core-types';
import { isReasoningOnly } from '@palimpsest/history';
import { mapHead, untouched, type Edit } from './planted.ts';

export const says = (entry: IContent): string => {
  const [block] = entry.blocks;
  return block?.type === 'text' ? block.text : '';
};

export const withText = (entry: IContent, text: string): IContent => ({
  ...entry,
  blocks: [{ type: 'text', text }],
});

export const isFree = ({ speaker, metadata = {}, blocks }: IContent): boolean =>
  speaker === 'ai' && Object.keys(metadata).length === 0 && blocks.length === 1;

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

/** Removes user text before the tail. */
const withoutPeople = mapHead((entry) =>
  entry.speaker === 'human' && entry.metadata === undefined ? undefined : entry,
);

let tick = 0;

/** The defect, the law that detects it, and the edit with the defect. */
export const defects: readonly (readonly [string, string, Edit])[] = [
  [
    'drops a response',
    'law-1-whole-history',
    mapHead((entry) =>
      entry.metadata === undefined && entry.blocks.some(({ type }) => type === 'tool_response')
        ? undefined
        : entry,
    ),
  ],
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
    'touches the tail',
    'law-3-tail',
    (entries) =>
      untouched(entries).map(([entry, index]) =>
        index === entries.length - 1 && says(entry).length > 9
          ? [withText(entry, 'short'), index]
          : [entry, index],
      ),
  ],
  [
    'grows the history',
    'law-5-size',
    mapHead((entry) =>
      isFree(entry) && says(entry) !== '' ? withText(entry, `${says(entry)} and so on`) : entry,
    ),
  ],
  ['drops what people say', 'roles-alternation', withoutPeople],
  ['begins with a turn of the model', 'roles-starts-with-user', withoutPeople],
  ['leaves a call behind a turn of the model', 'roles-call-follows-user', withoutPeople],
  [
    'mutates its input',
    'law-6-input-untouched',
    (entries) => {
      for (const entry of entries) Object.assign(entry, { metadata: { seen: true } });
      return untouched(entries);
    },
  ],
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
  [
    'loses an error',
    'law-7-failures',
    mapBlocks((block) =>
      block.type === 'tool_response' && block.error !== undefined
        ? {
            type: 'tool_response',
            callId: block.callId,
            toolName: block.toolName,
            result: block.result,
          }
        : block,
    ),
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
    'is not deterministic',
    'law-6-deterministic',
    mapHead((entry) => {
      if (!isFree(entry) || says(entry).length < 9) return entry;
      tick += 1;
      return withText(entry, String(tick % 9));
    }),
  ],
  [
    'is not idempotent',
    'law-6-idempotent',
    mapHead((entry) =>
      isFree(entry) && says(entry).trim().length > 1
        ? withText(entry, says(entry).trim().slice(1))
        : entry,
    ),
  ],
  [
    'drops the newest human entry',
    'law-3-human-text',
    mapHead((entry) =>
      entry.speaker === 'human' && Object.keys(entry.metadata ?? {}).length === 0
        ? undefined
        : entry,
    ),
  ],
  ['forgets the whole history', 'law-3-tail', () => []],
];
