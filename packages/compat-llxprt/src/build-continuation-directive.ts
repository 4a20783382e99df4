import type { Todo } from '@palimpsest/core-types';
import {
  buildContinuationDirective as directiveOf,
  type ContinuationFacts,
} from '@palimpsest/snapshot';

/**
 * What the agent says behind a summary. llxprt-code hands in its todos, in words or as a list, and then what the user asked last;
 * an object `{ lastUserPrompt, activeTodos }` is accepted as well.
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

/** `Array.isArray` does not tell a readonly list from other objects. */
function isList(value: readonly Todo[] | ContinuationFacts): value is readonly Todo[] {
  return Array.isArray(value);
}
