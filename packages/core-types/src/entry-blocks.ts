import type { IContent } from './content.ts';

export function hasToolCall({ blocks }: Pick<IContent, 'blocks'>): boolean {
  return blocks.some(({ type }) => type === 'tool_call');
}

export function hasToolResult({ blocks }: Pick<IContent, 'blocks'>): boolean {
  return blocks.some(({ type }) => type === 'tool_response');
}
