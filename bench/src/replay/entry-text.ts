import type { ContentBlock, IContent } from '@palimpsest/core-types';
import { decodeArguments } from '../retention/chat-message.ts';
import { survives } from '../retention/survival.ts';

const texts = new WeakMap<IContent, string>();

/** Returns whether a request contains a value. Searches from the newest entry. */
export function holds(entries: readonly IContent[], value: string): boolean {
  return entries.findLast((entry) => survives(value, textOf(entry))) !== undefined;
}

/** Returns the searchable text of an entry, like `searchableText` for messages. Cached per object. */
function textOf(entry: IContent): string {
  let text = texts.get(entry);
  if (text === undefined) {
    text = entry.blocks.flatMap(textsOf).join('\n');
    texts.set(entry, text);
  }
  return text;
}

function textsOf(block: ContentBlock): string[] {
  switch (block.type) {
    case 'text':
      return [block.text];
    case 'code':
      return [block.code];
    case 'thinking':
      return [block.thought];
    case 'tool_call':
      return [block.name, ...valuesIn(block.parameters)];
    case 'tool_response':
      return [...valuesIn(block.result), block.error ?? ''];
    default:
      return [];
  }
}

function valuesIn(value: unknown): string[] {
  if (value === undefined) return [];
  const { strings, others } = decodeArguments(JSON.stringify(value));
  return [...strings, ...others];
}
