import type { Todo } from '@palimpsest/core-types';
import { cutText } from '@palimpsest/text';
import { currentTodo } from './showing/show-todos.ts';

export interface ContinuationFacts {
  /** The newest thing the user asked for. */
  readonly lastUserPrompt?: string | undefined;
  readonly activeTodos?: readonly Todo[] | string | undefined;
}

/** Most that is quoted of a request, in UTF-16 units. */
const EXCERPT_LENGTH = 200;

/** What the agent says behind a summary: what was asked last, and what it goes on with (#1388, #1650). */
export function buildContinuationDirective({
  lastUserPrompt,
  activeTodos,
}: ContinuationFacts = {}): string {
  const prompt = (lastUserPrompt ?? '').replace(/\s+/g, ' ').trim();
  const excerpt =
    prompt.length <= EXCERPT_LENGTH ? prompt : `${cutText(prompt, EXCERPT_LENGTH - 1)}…`;
  const todo = (currentTodo(activeTodos) ?? '').replace(/\s+/g, ' ').trim();
  const shownTodo = todo.length <= EXCERPT_LENGTH ? todo : `${cutText(todo, EXCERPT_LENGTH - 1)}…`;
  return [
    'Understood.',
    ...(excerpt === '' ? [] : [`The latest request is: "${excerpt}".`]),
    shownTodo === '' ? 'I go on with the current task.' : `I go on with: "${shownTodo}".`,
  ].join(' ');
}
