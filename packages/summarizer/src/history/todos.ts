import { OptionError, type Todo } from '@palimpsest/core-types';
import { truncateText } from '@palimpsest/text';

type Todos = readonly Todo[] | string | undefined;

/** @throws {OptionError} when todos are neither a string nor a list of tasks with string contents */
export function checkTodos(todos: unknown): void {
  if (todos === undefined || typeof todos === 'string') return;
  const isList = Array.isArray(todos);
  const wrong = isList ? todos.findIndex((todo) => !isTodo(todo)) : -1;
  if (isList && wrong < 0) return;
  throw new OptionError(
    isList ? `activeTodos[${wrong}]` : 'activeTodos',
    isList ? todos[wrong] : todos,
    'a string, or a list of { content, status? } with string values',
  );
}

function isTodo(todo: unknown): boolean {
  if (typeof todo !== 'object' || todo === null || !('content' in todo)) return false;
  const status = 'status' in todo ? todo.status : undefined;
  return typeof todo.content === 'string' && (status === undefined || typeof status === 'string');
}

/** Formats todos, one per line: `- [pending] Write the test`. Returns a string unchanged, and `undefined` if there are no todos. */
export function showTodos(todos: Todos): string | undefined {
  const text =
    typeof todos === 'string'
      ? todos
      : (todos ?? [])
          .map(({ content, status }) => `- [${status ?? 'pending'}] ${content}`)
          .join('\n');
  return text.trim() === '' ? undefined : text;
}

/** Returns the current task: the first in progress, else the first that is not completed. */
export function currentTodo(todos: Todos): string | undefined {
  if (typeof todos !== 'string') {
    const open = (todos ?? []).filter(({ status }) => status !== 'completed');
    return (open.find(({ status }) => status === 'in_progress') ?? open[0])?.content;
  }
  const lines = todos.split('\n').map((line) => line.trim());
  const open = lines.filter((line) => line !== '' && !DONE.test(line));
  const line = open.find((candidate) => candidate.includes('[in_progress]')) ?? open[0];
  return line?.replace(LABEL, '');
}

/** Expects a trimmed line: adjacent runs of spaces would make the match quadratic. */
const DONE = /^[-*]?\s*\[(?:completed|done|x)\]/i;
const LABEL = /^[-*]?\s*(?:\[[\w -]{0,20}\]\s*)?/;

export interface ContinuationFacts {
  /** Text of the newest user message. */
  readonly lastUserPrompt?: string | undefined;
  readonly activeTodos?: readonly Todo[] | string | undefined;
}

/** Maximum length of a quoted request or todo, in UTF-16 units. */
const EXCERPT_LENGTH = 200;

/** Returns the assistant text after a snapshot: the newest request, and the task that the agent continues. */
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
