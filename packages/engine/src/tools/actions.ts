import type { ToolUse } from '@palimpsest/core-types';

/** The first word of a name of a tool that only reads, after the name of an MCP server. */
const READING =
  /^(?:\w+__)?(?:get|list|search|find|read|fetch|look_?up|query|view|show|check|think|calculate|describe)(?![a-z])/i;

/**
 * Returns whether a call may have changed something that the working directory does not show: a booking, a message. The kind `other` is that of tools
 * that a taxonomy does not know; of those, the name says whether they only read.
 */
export function isAction(name: string, { kind, hasSideEffects }: ToolUse): boolean {
  return kind === 'other' && hasSideEffects && !READING.test(name);
}

/** Returns whether the title of a step in a report names such a call: `Used book_flight (2 times, 1 failed)`. */
export function namesAction(title: string): boolean {
  return Array.from(title.matchAll(/(?:^U|; u)sed ([\w.:/-]+)/g)).some(
    ([, name]) => !READING.test(name!),
  );
}
