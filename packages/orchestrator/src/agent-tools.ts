import type { ToolDefinition } from '@palimpsest/core-types';
import type { PrepareResult } from './orchestrator/prepare-request.ts';

/**
 * The tool with which an agent asks for a compression, in the format of MCP. Its calls in the history are the request: `prepare`
 * compresses when the newest one is in the newest reply, and keeps what any of them names. Return `COMPACT_ANSWER` as its result.
 */
export const COMPACT_TOOL: ToolDefinition<'compact_context'> = Object.freeze({
  name: 'compact_context',
  description:
    'Shortens this conversation before your next step: results, files and older steps become short, and recall gives them back. Call it between two pieces of work, or when context_left says that little is left.',
  inputSchema: {
    type: 'object',
    properties: {
      reason: { type: 'string', description: 'Why now, in a few words.' },
      keep: {
        type: 'array',
        items: { type: 'string' },
        description:
          'What must stay word for word: phrases from the conversation, tool:NAME for the results of a tool, file:PATH for what was read or written (* and ** are allowed). Name little: long content that stays leaves no room.',
      },
    },
    required: ['reason'],
  },
} as const);

/** The result of a `COMPACT_TOOL` call. */
export const COMPACT_ANSWER = 'The conversation is shortened before your next step.';

/**
 * The tool with which an agent asks how many tokens are left below the limit, in the format of MCP. `describeContextLeft` formats its result.
 */
export const CONTEXT_LEFT_TOOL: ToolDefinition<'context_left'> = Object.freeze({
  name: 'context_left',
  description:
    'Says how many tokens this conversation has, how many are left, and when it will be shortened.',
  inputSchema: { type: 'object', properties: {} },
} as const);

/**
 * The tool with which an agent keeps notes, in the format of MCP. Its calls in the history are the notes: the strategy `clean-window` leaves
 * them. Return `NOTE_ANSWER` as its result.
 */
export const NOTE_TOOL: ToolDefinition<'take_note'> = Object.freeze({
  name: 'take_note',
  description:
    'Keeps a note that stays when this conversation is cleared: the goal, what is decided, what is done and where, what comes next. When little room is left, the conversation is cleared except for what the user wrote, your notes and the newest step. Note a finding as soon as you have it, in a call of its own; a later note may correct an earlier one.',
  inputSchema: {
    type: 'object',
    properties: { note: { type: 'string', description: 'The note, complete in itself.' } },
    required: ['note'],
  },
} as const);

/** The result of a `NOTE_TOOL` call. It stays with the note, so the agent reads it in a cleared window. */
export const NOTE_ANSWER = 'Noted. What is cleared later, search_history finds.';

/** Answers a `CONTEXT_LEFT_TOOL` call by the outcome of the newest request; `undefined` before the first one. */
export function describeContextLeft(
  outcome: Pick<PrepareResult, 'tokensAfter' | 'budget'> | undefined,
): string {
  if (outcome === undefined) return 'No request was prepared yet, so nothing is known.';
  const { tokensAfter, budget } = outcome;
  const { trigger, limit } = budget;
  const used = Math.round(tokensAfter);
  const left = Math.max(0, Math.round(limit - tokensAfter));
  return `${used} tokens are used and ${left} of ${Math.round(limit)} are left. The conversation is shortened at ${Math.round(trigger)}.`;
}
