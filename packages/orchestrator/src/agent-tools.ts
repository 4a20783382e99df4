import type { IContent, ToolDefinition } from '@palimpsest/core-types';
import type { PrepareResult } from './orchestrator/prepare-request.ts';

/**
 * The tool with which an agent asks for a compression, in the format of MCP (issue 27). Its calls in the history are the request: `prepare`
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

/** The tool with which an agent asks how much room is left, in the format of MCP. `describeContextLeft` answers it. */
export const CONTEXT_LEFT_TOOL: ToolDefinition<'context_left'> = Object.freeze({
  name: 'context_left',
  description:
    'Says how many tokens this conversation has, how many are left, and when it will be shortened.',
  inputSchema: { type: 'object', properties: {} },
} as const);

/** Answers a `CONTEXT_LEFT_TOOL` call by the outcome of the newest request; `undefined` before the first one. */
export function describeContextLeft(outcome: PrepareResult | undefined): string {
  if (outcome === undefined) return 'No request was prepared yet, so nothing is known.';
  const { tokensAfter, budget } = outcome;
  const { trigger, limit } = budget;
  const used = Math.round(tokensAfter);
  const left = Math.max(0, Math.round(limit - tokensAfter));
  return `${used} tokens are used and ${left} of ${Math.round(limit)} are left. The conversation is shortened at ${Math.round(trigger)}.`;
}

/** What an agent asked for by calls of `COMPACT_TOOL`. */
interface CompactRequest {
  /** Whether the newest reply has such a call. */
  readonly isNow: boolean;
  /** What all such calls name, newest first. */
  readonly keep: readonly string[];
}

/** Reads the calls of `COMPACT_TOOL` in entries. Members that are no texts are ignored. */
export function readCompactCalls(entries: readonly IContent[]): CompactRequest {
  const keep = new Set<string>();
  let isNow = false;
  let isNewest = true;
  for (const entry of entries.toReversed()) {
    const asked = readCalls(entry);
    if (asked === 'no reply') continue;
    isNow ||= isNewest && asked !== 'no call';
    if (asked !== 'no call') for (const text of asked) keep.add(text);
    isNewest = false;
  }
  return { isNow, keep: [...keep] };
}

/** Each entry is read once: most requests repeat those of the request before. */
const known = new WeakMap<IContent, ReturnType<typeof readCalls>>();

/** Returns what the calls in an entry name. */
function readCalls(entry: IContent): readonly string[] | 'no call' | 'no reply' {
  const before = known.get(entry);
  if (before !== undefined) return before;
  const calls = entry.blocks.flatMap((block) =>
    block.type === 'tool_call' && block.name === COMPACT_TOOL.name ? [block] : [],
  );
  const asked = calls.flatMap(({ parameters }) => keptOf(parameters));
  const read = entry.speaker !== 'ai' ? 'no reply' : calls.length === 0 ? 'no call' : asked;
  known.set(entry, read);
  return read;
}

function keptOf(parameters: unknown): readonly string[] {
  if (typeof parameters !== 'object' || parameters === null) return [];
  const keep: unknown = Reflect.get(parameters, 'keep');
  const listed: readonly unknown[] = Array.isArray(keep) ? keep : [keep];
  return listed.filter((text) => typeof text === 'string').filter((text) => text.trim() !== '');
}
