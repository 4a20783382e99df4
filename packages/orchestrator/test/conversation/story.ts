import type { IContent } from '@palimpsest/core-types';

export const human = (text: string): IContent => ({
  speaker: 'human',
  blocks: [{ type: 'text', text }],
});

export const ai = (text: string): IContent => ({ speaker: 'ai', blocks: [{ type: 'text', text }] });

export const call = (id: string): IContent => ({
  speaker: 'ai',
  blocks: [{ type: 'tool_call', id, name: 'read_file', parameters: {} }],
});

export const response = (callId: string): IContent => ({
  speaker: 'tool',
  blocks: [{ type: 'tool_response', callId, toolName: 'read_file', result: 'text' }],
});
