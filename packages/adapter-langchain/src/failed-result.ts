import { ToolMessage } from '@langchain/core/messages';
import { MiddlewareError, ToolInvocationError } from 'langchain';

/**
 * A failure of a tool as `createAgent` tells it to a model. An agent with middleware around its tools tells no failures by itself: it ends.
 *
 * @throws what is no failure of a tool: an interrupt, the end of a run, a failure of other middleware, and what the agent tells by itself
 */
export function failedResult(
  error: unknown,
  { id = '', name }: { readonly id?: string | undefined; readonly name: string },
  signal: AbortSignal | undefined,
): ToolMessage {
  const isOthers = error instanceof MiddlewareError || error instanceof ToolInvocationError;
  if (isOthers || isInterrupt(error) || signal?.aborted === true) throw error;
  const content = `${String(error)}\n Please fix your mistakes.`;
  return new ToolMessage({ content, tool_call_id: id, name, status: 'error' });
}

/** What LangGraph throws to stop a graph. */
function isInterrupt(error: unknown): boolean {
  return error instanceof Error && 'is_bubble_up' in error && error.is_bubble_up === true;
}
