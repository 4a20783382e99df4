import type { IContent } from '@palimpsest/core-types';
import { createConversationHistory, createOrchestrator } from '@palimpsest/orchestrator';
import type { ToolResultInput } from './adapter.ts';
import type { AdapterContext } from './conversations.ts';

const CALL_ID = 'call';

/** Reduces one result as if it were sent alone. The model has not seen it, so reducing it costs no cache. */
export async function ingestResult(
  { orchestration }: AdapterContext,
  { toolName, parameters = {}, result }: ToolResultInput,
): Promise<unknown> {
  const call: IContent = {
    speaker: 'ai',
    blocks: [{ type: 'tool_call', id: CALL_ID, name: toolName, parameters }],
  };
  const response: IContent = {
    speaker: 'tool',
    blocks: [{ type: 'tool_response', callId: CALL_ID, toolName, result }],
  };
  const orchestrator = createOrchestrator({
    ...orchestration,
    history: createConversationHistory([call]),
  });
  const { pending } = await orchestrator.prepare({ pending: [response], allowRewrite: 'never' });
  const block = pending[0]?.blocks[0];
  return block?.type === 'tool_response' ? block.result : result;
}
