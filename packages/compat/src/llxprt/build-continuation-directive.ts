import type { Todo } from '@palimpsest/core-types';
import { buildContinuationDirective as directiveOf } from '@palimpsest/summarizer/history';

/** Returns the assistant message that follows a summary, from the todos, as a text or a list, and the latest user request. */
export function buildContinuationDirective(
  activeTodos?: string | readonly Todo[],
  lastUserPrompt?: string,
): string {
  return directiveOf({ activeTodos, lastUserPrompt });
}
