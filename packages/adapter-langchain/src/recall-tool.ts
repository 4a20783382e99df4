import { ToolMessage } from '@langchain/core/messages';
import type { RunnableConfig } from '@langchain/core/runnables';
import { DynamicStructuredTool, type StructuredToolInterface } from '@langchain/core/tools';
import type { Adapter } from '@palimpsest/adapter';
import { RECALL_TOOL } from '@palimpsest/recall';

/** Configuration with the model's tool call. */
interface ToolConfig extends RunnableConfig {
  readonly toolCall?: { readonly id?: string };
}

/** Creates the recall tool for LangChain. A failure becomes a result with error status. */
export function createRecallTool({ recall }: Pick<Adapter, 'recall'>): StructuredToolInterface {
  const { name, description, inputSchema } = RECALL_TOOL;
  return new DynamicStructuredTool({
    name,
    description,
    // LangChain writes into schemas; the shared definition is frozen.
    schema: structuredClone(inputSchema) as object,
    verboseParsingErrors: true,
    async func(input: unknown, _run, config: ToolConfig = {}) {
      const { text, isError } = await recall(input);
      const id = config.toolCall?.id;
      if (!isError || id === undefined) return text;
      return new ToolMessage({ name, tool_call_id: id, content: text, status: 'error' });
    },
  });
}
