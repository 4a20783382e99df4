import type { IContent } from '@palimpsest/core-types';

/** Whether a tool answers in an entry. */
export function answersCalls({ blocks }: IContent): boolean {
  return blocks.some(({ type }) => type === 'tool_response');
}
