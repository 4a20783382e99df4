import type { ToolUse } from '@palimpsest/core-types';

/** The first word of a name of a tool that only reads, after the name of an MCP server. */
const READING =
  /^(?:\w+__)?(?:get|list|search|find|read|fetch|look_?up|query|view|show|check|think|calculate|describe)(?![a-z])/i;

/**
 * Returns whether a call may have changed something outside that no other record of the work shows. Files and commands leave a trace in the working
 * directory; a booking or a message does not. The taxonomy knows no tool of the kind `other`, so its name decides.
 */
export function isAction(name: string, { kind, hasSideEffects }: ToolUse): boolean {
  return kind === 'other' && hasSideEffects && !READING.test(name);
}

/** Returns whether the title of a step in a record names such a call: `Used book_flight (2 times, 1 failed)`. */
export function namesAction(title: string): boolean {
  return Array.from(title.matchAll(/(?:^U|; u)sed ([\w.:/-]+)/g)).some(
    ([, name]) => !READING.test(name!),
  );
}
