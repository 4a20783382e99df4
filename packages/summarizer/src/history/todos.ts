import { OptionError, type Todo } from '@palimpsest/core-types';
import { truncateText } from '@palimpsest/engine/text';

type Todos = readonly Todo[] | string | undefined;

/** @throws {OptionError} when todos are neither a string nor a list of tasks with string contents */
export function checkTodos(todos: unknown): void {
  if (todos === undefined || typeof todos === 'string') return;
  const list: readonly unknown[] | undefined = Array.isArray(todos) ? todos : undefined;
  const wrong = list?.findIndex((todo) => !isTodo(todo)) ?? 0;
  if (wrong < 0) return;
  throw new OptionError(
    list === undefined ? 'activeTodos' : `activeTodos[${wrong}]`,
    list === undefined ? todos : list[wrong],
    'a string, or a list of { content, status? } with string values',
  );
}

function isTodo(todo: unknown): boolean {
  if (typeof todo !== 'object' || todo === null) return false;
  const { content, status = '' } = todo as Partial<Record<keyof Todo, unknown>>;
  return typeof content === 'string' && typeof status === 'string';
}

/** Formats todos, one per line: `- [pending] Write the test`. Returns a string unchanged. */
export function formatTodos(todos: Todos = []): string {
  if (typeof todos === 'string') return todos;
  return todos
    .map(({ content, status = 'pending' }) => `- [${status}] ${content.replace(/\s+/g, ' ')}`)
    .join('\n');
}

/** Returns the current task: the first in progress, else the first that is not completed. */
function currentTodo(todos: Todos): string {
  const lines = formatTodos(todos)
    .split('\n')
    .map((line) => line.trim());
  const open = lines.filter((line) => line !== '' && !DONE.test(line));
  const line = open.find((candidate) => candidate.includes('[in_progress]')) ?? open[0] ?? '';
  return line.replace(LABEL, '');
}

/** These expect a trimmed line: adjacent runs of spaces would make a match quadratic. */
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
  const todo = excerpt(currentTodo(activeTodos));
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
