import type { IContent } from '@palimpsest/core-types';
import type { Item, ItemDialect } from './dialect.ts';
import { isWordless } from './results.ts';
import { hasSameOutcome } from '../native.ts';
import { isCall, isOutput, outputTypeOf, readOutput } from './tools.ts';
import { nativePart } from '../native.ts';

/** Facts about calls found elsewhere in a history. */
export interface Answers {
  /** Output types by call id, if unusual. */
  readonly types: ReadonlyMap<string, string>;
  /**
   * Calls with a text result although their tool's outputs have no text, for example after a screenshot was removed. Both call and result are
   * written as those of a function.
   */
  readonly inWords: ReadonlySet<string>;
}

export function answersOf(dialect: ItemDialect, history: readonly IContent[]): Answers {
  const types = new Map<string, string>();
  const inWords = new Set<string>();
  for (const { blocks } of history) {
    for (const block of blocks) {
      if (block.type !== 'tool_call' && block.type !== 'tool_response') continue;
      const item = nativePart<Item>(dialect.name, block)?.part;
      if (block.type === 'tool_call') {
        if (item === undefined || !isCall(dialect, item)) continue;
        const type = outputTypeOf(item);
        if (type === undefined) types.delete(block.id);
        else types.set(block.id, type);
        continue;
      }
      const isRead = item !== undefined && isOutput(dialect, item);
      const type = isRead ? item.type : types.get(block.callId);
      if (!isWordless(type)) continue;
      const isAsRead = isRead && hasSameOutcome(block, readOutput(dialect, item));
      if (!isAsRead) inWords.add(block.callId);
    }
  }
  return { types, inWords };
}
