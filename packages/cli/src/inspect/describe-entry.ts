import type { ContentBlock, IContent, ToolTaxonomy } from '@palimpsest/core-types';
import type { ToolCallRef, ExchangeIndex } from '@palimpsest/history';
import { printable } from '../terminal/printable.ts';

/** Characters of a key and of first words that are kept. */
const KEY_LENGTH = 120;
const TEXT_LENGTH = 160;

export interface EntryWords {
  readonly tool?: string;
  readonly key?: string;
  readonly text: string;
}

/** Says in a few words what an entry is about, for any entry of a history. */
export function entryDescriber(
  { exchanges, responses }: ExchangeIndex,
  taxonomy: ToolTaxonomy,
): (entry: IContent, index: number) => EntryWords {
  const calls = new Map<number, ToolCallRef>();
  for (const {
    start,
    calls: [first],
  } of exchanges)
    if (first !== undefined) calls.set(start, first);
  for (const { entry, call } of responses) if (!calls.has(entry)) calls.set(entry, call);
  return ({ blocks }, index) => {
    const site = calls.get(index);
    const text = firstWords(blocks);
    if (site === undefined) return { text };
    const { name, parameters } = site.call;
    const { key } = taxonomy.describe(name, parameters);
    const tool = printable(textFrom(name), KEY_LENGTH);
    return { tool, ...(key === undefined ? {} : { key: printable(key, KEY_LENGTH) }), text };
  };
}

function firstWords(blocks: readonly ContentBlock[]): string {
  for (const block of blocks) {
    const text = printable(textFrom(wordsOf(block)), TEXT_LENGTH);
    if (text !== '') return text;
  }
  return '';
}

function wordsOf(block: ContentBlock): unknown {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'code':
      return block.code;
    case 'thinking':
      return block.thought;
    case 'media':
      return block.caption ?? block.filename ?? block.mimeType;
    case 'tool_response':
      return block.error ?? block.result;
    case 'opaque':
      return block.kind;
    default:
      return undefined;
  }
}

/** The first text in a value, however it is wrapped: histories from files may hold anything at any place. */
function textFrom(value: unknown): string {
  let current = value;
  for (let depth = 0; depth < 4; depth += 1) {
    if (typeof current === 'string') return current;
    if (typeof current !== 'object' || current === null) break;
    const named: unknown = Reflect.get(current, 'text') ?? Reflect.get(current, 'output');
    current = named ?? Object.values(current)[0];
  }
  return typeof current === 'number' || typeof current === 'boolean' ? String(current) : '';
}
