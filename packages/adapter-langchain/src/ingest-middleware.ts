import { defined } from '@palimpsest/core-types';
import { ToolMessage } from '@langchain/core/messages';
import type { StructuredToolInterface } from '@langchain/core/tools';
import { type Adapter } from '@palimpsest/adapter';
import {
  createMiddleware,
  MiddlewareError,
  ToolInvocationError,
  type AgentMiddleware,
} from 'langchain';

/** Reduces tool results before they enter the state. Failures and recalled content stay unchanged. */
export function createIngestMiddleware(
  adapter: Adapter,
  recallTool: StructuredToolInterface,
): AgentMiddleware {
  return createMiddleware({
    name: 'PalimpsestIngest',
    async wrapToolCall(request, handler) {
      const { toolCall, runtime } = request;
      let response;
      try {
        response = await handler(request);
      } catch (error) {
        return toFailedResult(error, toolCall, runtime.signal);
      }
      if (!ToolMessage.isInstance(response) || response.status === 'error') return response;
      if (request.tool === recallTool) return response;
      const { name: toolName, args: parameters } = toolCall;
      const content = await reduceTexts(response.content, async (result) => {
        const reduced = await adapter.ingest({ toolName, parameters, result });
        return typeof reduced === 'string' ? reduced : result;
      });
      return content === response.content ? response : withContent(response, content);
    },
  });
}

type Content = ToolMessage['content'];

/** Reduces each text separately. Returns the same content if nothing was removed. */
async function reduceTexts(
  content: Content,
  reduce: (text: string) => Promise<string>,
): Promise<Content> {
  if (typeof content === 'string') return await reduce(content);
  const parts = [];
  for (const part of content) {
    const text = part.type === 'text' && typeof part.text === 'string' ? part.text : undefined;
    const reduced = text === undefined ? undefined : await reduce(text);
    parts.push(reduced === text ? part : { ...part, text: reduced });
  }
  return parts.every((part, index) => part === content[index]) ? content : parts;
}

/** Returns a result with reduced content. The program finds the whole one in `artifact`, which is not sent to the model. */
function withContent(message: ToolMessage, content: Content): ToolMessage {
  const { id, name, status, metadata, tool_call_id, additional_kwargs, response_metadata } =
    message;
  return new ToolMessage({
    content,
    tool_call_id,
    additional_kwargs,
    response_metadata,
    artifact: message.artifact ?? message.content,
    ...defined({ id, name, status, metadata }),
  });
}

/**
 * Converts a tool failure into a result, as `createAgent` does. An agent with tool middleware does not convert other failures: it stops.
 *
 * @throws the same error if it must not become a result: an interrupt, an aborted run, an error of other middleware, or a
 * `ToolInvocationError`, which the agent converts
 */
export function toFailedResult(
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
