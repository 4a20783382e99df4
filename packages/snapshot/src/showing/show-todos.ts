import type { Todo } from '@palimpsest/core-types';

type Todos = readonly Todo[] | string | undefined;

/** Formats todos, one per line: `- [pending] Write the test`. Returns a string unchanged, and `undefined` if there are no todos (REQ-HD-011). */
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
