import type { IContent } from '@palimpsest/core-types';

/** Whether a person speaks next, or the request goes on inside a loop of tools. */
export type Moment = 'turn' | 'call';

/** By what follows the newest AI entry: a result of a tool makes it a loop, a person's words without one a turn. */
export function momentOf(history: readonly IContent[], pending: readonly IContent[]): Moment {
  let isHuman = false;
  for (const entries of [pending, history]) {
    for (let at = entries.length - 1; at >= 0; at -= 1) {
      const { speaker, blocks, metadata } = entries[at]!;
      if (speaker === 'ai') return isHuman ? 'turn' : 'call';
      if (blocks.some(({ type }) => type === 'tool_response')) return 'call';
      isHuman ||= speaker === 'human' && metadata?.synthetic !== true;
    }
  }
  return isHuman ? 'turn' : 'call';
}
