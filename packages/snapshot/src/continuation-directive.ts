import type { Todo } from '@palimpsest/core-types';
import { truncateText } from '@palimpsest/text';
import { currentTodo } from './showing/show-todos.ts';

export interface ContinuationFacts {
  /** Text of the newest user message. */
  readonly lastUserPrompt?: string | undefined;
  readonly activeTodos?: readonly Todo[] | string | undefined;
}

/** Maximum length of a quoted request or todo, in UTF-16 units. */
const EXCERPT_LENGTH = 200;

/** Returns the assistant text after a snapshot: the newest request, and the task that the agent continues (#1388, #1650). */
export function buildContinuationDirective({
  lastUserPrompt = '',
  activeTodos,
}: ContinuationFacts = {}): string {
  const request = excerpt(lastUserPrompt);
  const todo = excerpt(currentTodo(activeTodos) ?? '');
  return [
    'Understood.',
    ...(request === '' ? [] : [`The latest request is: "${request}".`]),
    todo === '' ? 'I go on with the current task.' : `I go on with: "${todo}".`,
  ].join(' ');
}

/** Returns the start of a text on one line. Replaces double quotation marks by single ones, so that none ends the quotation. */
function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').replaceAll('"', "'").trim().toWellFormed();
  return line.length <= EXCERPT_LENGTH ? line : `${truncateText(line, EXCERPT_LENGTH - 1)}…`;
}
