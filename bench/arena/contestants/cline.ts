import { createContextCompactionPrepareTurn } from '@cline/core';
import { anthropic } from '@palimpsest/formats/anthropic';
import type { Contestant } from '../../src/arena/contestant.ts';
import { translate } from '../../src/arena/translation.ts';

export const clineBasic: Contestant = {
  name: 'Cline basic compaction',
  package: '@cline/core',
  call: "`createContextCompactionPrepareTurn` with `strategy: 'basic'`, in a window whose 63 % are the target, as after a refused request",
  isSized: true,
  async compress(messages, targetTokens) {
    const { translated, back } = translate(anthropic, messages);
    const prepare = createContextCompactionPrepareTurn({
      providerId: 'anthropic',
      modelId: 'model',
      compaction: { enabled: true, strategy: 'basic' },
    } as never)!;
    // Its own target is 0.63 of what a model takes.
    const info = { id: 'model', maxInputTokens: Math.ceil(targetTokens / 0.63) };
    const result = await prepare({
      agentId: 'agent',
      conversationId: 'conversation',
      parentAgentId: null,
      iteration: 1,
      messages: translated,
      apiMessages: translated,
      abortSignal: new AbortController().signal,
      systemPrompt: '',
      tools: [],
      model: { id: 'model', provider: 'anthropic', info },
      overflowRecovery: true,
    } as never);
    return result === undefined ? messages : back(result.messages as typeof translated);
  },
};
