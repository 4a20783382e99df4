import type { ContentBlock, IContent } from '@palimpsest/core-types';

export const call = (id: string): ContentBlock => ({
  type: 'tool_call',
  id,
  name: 'Read',
  parameters: {},
});

export const answer = (callId: string, result: string = 'x'): ContentBlock => ({
  type: 'tool_response',
  callId,
  toolName: 'Read',
  result,
});

export const ai = (...blocks: readonly ContentBlock[]): IContent => ({ speaker: 'ai', blocks });

export const tool = (...blocks: readonly ContentBlock[]): IContent => ({ speaker: 'tool', blocks });
