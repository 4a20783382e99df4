import type { Todo } from '@palimpsest/core-types';

type Todos = readonly Todo[] | string | undefined;

/** Todos in words, a line each: `- [pending] Write the test`; `undefined` where there are none (REQ-HD-011). */
export function showTodos(todos: Todos): string | undefined {
  const text =
    typeof todos === 'string'
      ? todos
      : (todos ?? [])
          .map(({ content, status }) => `- [${status ?? 'pending'}] ${content}`)
          .join('\n');
  return text.trim() === '' ? undefined : text;
}

/** What is being done: the first task in progress, else the first that is not done. */
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

/** Of lines that are trimmed: two runs of blanks beside each other are tried in every division. */
const DONE = /^[-*]?\s*\[(?:completed|done|x)\]/i;
const LABEL = /^[-*]?\s*(?:\[[\w -]{0,20}\]\s*)?/;
