import type { Adapter } from '@palimpsest/adapter';
import { RECALL_TOOL } from '@palimpsest/originals/recall';
import {
  ExecuteToolStage,
  TextBlock,
  ToolResultBlock,
  type Plugin,
  type ToolUseData,
} from '@strands-agents/sdk';

/** Creates a plugin that reduces large texts of successful results, before the agent stores them. */
export function createIngestPlugin(adapter: Adapter): Plugin {
  async function reduce(result: ToolResultBlock, call: ToolUseData): Promise<ToolResultBlock> {
    const { name: toolName, input: parameters } = call;
    // The model requested the whole text.
    if (result.status === 'error' || toolName === RECALL_TOOL.name) return result;
    const content = await Promise.all(
      result.content.map(async (block) => {
        if (block.type !== 'textBlock') return block;
        const reduced = await adapter.ingest({ toolName, parameters, result: block.text });
        return reduced === block.text ? block : new TextBlock(String(reduced));
      }),
    );
    const isSame = content.every((block, index) => block === result.content[index]);
    const { toolUseId, status } = result;
    return isSame ? result : new ToolResultBlock({ toolUseId, status, content });
  }
  return {
    name: 'palimpsest:ingest',
    initAgent(agent) {
      agent.addMiddleware(ExecuteToolStage, async function* reduceResult(context, next) {
        const { result } = yield* next(context);
        return { result: await reduce(result, context.toolUse) };
      });
    },
  };
}
