import type { IContent } from '@palimpsest/core-types';
import type { ResultInvariant } from '@palimpsest/history';
import type { TrialLaw } from '../invariant.ts';
import { ofEveryResult, reducedEntries } from './every-result.ts';

const LAWS: readonly ResultInvariant[] = [
  {
    name: 'law-8-attribution',
    guarantee:
      'A reduced entry keeps its speaker. Its tool calls and results are some of those of the original entry, in the same order.',
    *find(result) {
      for (const { index, old, now } of reducedEntries(result)) {
        if (old.speaker !== now.speaker) {
          yield [index, `the speaker changed from ${old.speaker} to ${now.speaker}`];
        }
        const originalTools = toolLabels(old);
        let next = 0;
        for (const tool of toolLabels(now)) {
          const position = originalTools.indexOf(tool, next);
          if (position < 0)
            yield [index, `the ${tool} is not in the original entry, or is out of order`];
          else next = position + 1;
        }
      }
    },
  },
];

export const lawsOfSpeakers: readonly TrialLaw[] = LAWS.map(ofEveryResult);

/** Returns one label for each tool call or result of an entry, in order. */
function toolLabels({ blocks }: IContent): string[] {
  return blocks.flatMap((block) => {
    if (block.type === 'tool_call') return [`call of ${block.name} (${block.id})`];
    return block.type === 'tool_response'
      ? [`response of ${block.toolName} (${block.callId})`]
      : [];
  });
}
