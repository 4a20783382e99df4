import type { Todo } from '@palimpsest/core-types';
import { truncateText } from '@palimpsest/text';
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

/** The beginning of a text on one line. Its own quotation marks become single ones: none of them ends the quotation in the agent's mouth. */
function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').replaceAll('"', "'").trim().toWellFormed();
  return line.length <= EXCERPT_LENGTH ? line : `${truncateText(line, EXCERPT_LENGTH - 1)}…`;
}
