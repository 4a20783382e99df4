import { ToolMessage } from '@langchain/core/messages';
import { MiddlewareError, ToolInvocationError } from 'langchain';

/**
 * Converts a tool failure into a result, as `createAgent` does. An agent with tool middleware does not convert other failures: it stops.
 *
 * @throws the given error if it must not become a result: an interrupt, an aborted run, an error of other middleware, or a
 * `ToolInvocationError`, which the agent converts
 */
export function failedResult(
  error: unknown,
  { id = '', name }: { readonly id?: string | undefined; readonly name: string },
  signal: AbortSignal | undefined,
): ToolMessage {
  const isHandledElsewhere =
    error instanceof MiddlewareError || error instanceof ToolInvocationError;
  if (isHandledElsewhere || isInterrupt(error) || signal?.aborted === true) throw error;
  // The text of LangChain's own handler.
  const content = `${String(error)}\n Please fix your mistakes.`;
  return new ToolMessage({ content, tool_call_id: id, name, status: 'error' });
}

/** Returns whether LangGraph threw the error to stop a graph. */
function isInterrupt(error: unknown): boolean {
  return error instanceof Error && 'is_bubble_up' in error && error.is_bubble_up === true;
}
