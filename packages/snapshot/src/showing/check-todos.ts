import type { CompressionContext } from '@palimpsest/core-types';
import { SnapshotOptionError } from '../errors/snapshot-option-error.ts';

/** @throws {SnapshotOptionError} when todos are neither a string nor a list of tasks with string contents */
export function checkTodos(todos: CompressionContext['activeTodos']): void {
  if (todos === undefined || typeof todos === 'string') return;
  const given: unknown = todos;
  const wrong = Array.isArray(given) ? given.findIndex((todo) => !isTodo(todo)) : -1;
  if (Array.isArray(given) && wrong < 0) return;
  const [option, seen] = Array.isArray(given)
    ? [`activeTodos[${wrong}]`, given[wrong] as unknown]
    : ['activeTodos', given];
  throw new SnapshotOptionError(option, seen, 'a text, or a list of { content, status? } in texts');
}

function isTodo(todo: unknown): boolean {
  if (typeof todo !== 'object' || todo === null || !('content' in todo)) return false;
  const status = 'status' in todo ? todo.status : undefined;
  return typeof todo.content === 'string' && (status === undefined || typeof status === 'string');
}
