import type { IContent } from '@palimpsest/core-types';
import type { ResultInvariant } from '@palimpsest/history';
import type { TrialLaw } from '../invariant.ts';
import { ofEveryResult, reducedEntries } from './every-result.ts';

const LAWS: readonly ResultInvariant[] = [
  {
    name: 'law-8-attribution',
    guarantee:
      'What is left of an entry is said by who said it, and its calls and responses are those of the same tools in the same order.',
    *find(result) {
      for (const { index, old, now } of reducedEntries(result)) {
        if (old.speaker !== now.speaker) {
          yield [index, `what the ${old.speaker} said is said by the ${now.speaker}`];
        }
        const were = toolsOf(old);
        let next = 0;
        for (const tool of toolsOf(now)) {
          const at = were.indexOf(tool, next);
          if (at < 0) yield [index, `there was no ${tool} in this place`];
          else next = at + 1;
        }
      }
    },
  },
];

export const lawsOfSpeakers: readonly TrialLaw[] = LAWS.map(ofEveryResult);

/** Returns the tool calls and tool results of an entry, without their content. */
function toolsOf({ blocks }: IContent): string[] {
  return blocks.flatMap((block) => {
    if (block.type === 'tool_call') return [`call of ${block.name} (${block.id})`];
    return block.type === 'tool_response'
      ? [`response of ${block.toolName} (${block.callId})`]
      : [];
  });
}
