import { aiSdk } from '@palimpsest/formats/ai-sdk';
import { pruneMessages, type ModelMessage } from 'ai';
import type { Contestant } from '../../src/arena/contestant.ts';
import { translate } from '../../src/arena/translation.ts';

export const aiSdkPrune: Contestant = {
  name: 'AI SDK pruneMessages',
  package: 'ai',
  call: "`pruneMessages` with `reasoning: 'all'` and `toolCalls: 'before-last-3-messages'`, as its guide to agents says",
  compress(messages) {
    const { translated, back } = translate(aiSdk, messages);
    return back(
      pruneMessages({
        messages: translated as ModelMessage[],
        reasoning: 'all',
        toolCalls: 'before-last-3-messages',
        emptyMessages: 'remove',
      }),
    );
  },
};
