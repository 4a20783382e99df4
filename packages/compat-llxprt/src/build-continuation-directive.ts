import type { Todo } from '@palimpsest/core-types';
import {
  buildContinuationDirective as directiveOf,
  type ContinuationFacts,
} from '@palimpsest/summarizer/history';

/**
 * Returns the assistant message that follows a summary. llxprt-code passes its todos, as a text or a list, and then the latest user request;
 * an object `{ lastUserPrompt, activeTodos }` is also accepted.
 */
export function buildContinuationDirective(
  activeTodos?: string | readonly Todo[],
  lastUserPrompt?: string,
): string;
export function buildContinuationDirective(facts: ContinuationFacts): string;
export function buildContinuationDirective(
  given?: string | readonly Todo[] | ContinuationFacts,
  lastUserPrompt?: string,
): string {
  if (given === undefined || typeof given === 'string' || isList(given)) {
    return directiveOf({ activeTodos: given, lastUserPrompt });
  }
  return directiveOf(given);
}

/** Returns whether the value is a list. `Array.isArray` alone does not narrow to a readonly array. */
function isList(value: readonly Todo[] | ContinuationFacts): value is readonly Todo[] {
  return Array.isArray(value);
}
