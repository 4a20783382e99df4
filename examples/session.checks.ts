import type { SessionMessage } from './recording/session-message.ts';

/** What a recorded session is made of. */
export interface SessionFigures {
  readonly messages: number;
  /** UTF-16 units of all contents and of the arguments of all calls. */
  readonly characters: number;
  readonly toolCalls: number;
  /** Messages of the agent that make several calls at once. */
  readonly parallelSteps: number;
  readonly failedCalls: number;
  /** Reads of files that the agent edited or wrote later, successfully. */
  readonly staleReads: number;
}

/** Counts over a session, in one pass and a look back. */
export function sessionFigures(session: readonly SessionMessage[]): SessionFigures {
  const results = resultsOf(session);
  const reads: { readonly path: string; readonly at: number }[] = [];
  const lastWrite = new Map<string, number>();
  let [characters, toolCalls, parallelSteps, failedCalls] = [0, 0, 0, 0];
  for (const [at, message] of session.entries()) {
    characters += message.content?.length ?? 0;
    if (message.role !== 'assistant') continue;
    const calls = message.tool_calls ?? [];
    toolCalls += calls.length;
    if (calls.length > 1) parallelSteps += 1;
    for (const { id, function: called } of calls) {
      characters += called.arguments.length;
      const path = pathOf(called.arguments);
      if (hasFailed(results.get(id) ?? '')) failedCalls += 1;
      else if (path === undefined) continue;
      else if (called.name === 'read_file') reads.push({ path, at });
      else if (called.name === 'edit_file' || called.name === 'write_file') lastWrite.set(path, at);
    }
  }
  const staleReads = reads.filter(({ path, at }) => (lastWrite.get(path) ?? -1) > at).length;
  return {
    messages: session.length,
    characters,
    toolCalls,
    parallelSteps,
    failedCalls,
    staleReads,
  };
}

/** Calls without exactly one result behind them, and results without a call. A sound session has none. */
export function unpairedCalls(session: readonly SessionMessage[]): string[] {
  const open = new Set<string>();
  const unpaired: string[] = [];
  for (const message of session) {
    if (message.role === 'assistant') for (const { id } of message.tool_calls ?? []) open.add(id);
    if (message.role !== 'tool') continue;
    if (!open.delete(message.tool_call_id)) unpaired.push(message.tool_call_id);
  }
  return [...unpaired, ...open];
}

function resultsOf(session: readonly SessionMessage[]): Map<string, string> {
  const results = new Map<string, string>();
  for (const message of session) {
    if (message.role === 'tool') results.set(message.tool_call_id, message.content);
  }
  return results;
}

/** How the tools of the recording say that they failed. */
function hasFailed(result: string): boolean {
  return result.startsWith('Error: ') || /^Exit code: (?!0\n)/.test(result);
}

function pathOf(parameters: string): string | undefined {
  const parsed: unknown = JSON.parse(parameters);
  if (typeof parsed !== 'object' || parsed === null || !('path' in parsed)) return undefined;
  return typeof parsed.path === 'string' ? parsed.path : undefined;
}
