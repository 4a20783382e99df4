import { ToolMessage } from '@langchain/core/messages';
import type { RunnableConfig } from '@langchain/core/runnables';
import { DynamicStructuredTool, type StructuredToolInterface } from '@langchain/core/tools';
import type { Adapter } from '@palimpsest/adapter';
import { RECALL_TOOL } from '@palimpsest/recall';

/** A tool that is called by a model learns of the call. */
interface ToolConfig extends RunnableConfig {
  readonly toolCall?: { readonly id?: string };
}

/** The recall tool as LangChain has tools. What fails is answered as a result with the status of an error. */
export function createRecallTool({ recall }: Pick<Adapter, 'recall'>): StructuredToolInterface {
  const { name, description, inputSchema } = RECALL_TOOL;
  return new DynamicStructuredTool({
    name,
    description,
    // LangChain writes into schemas, which the definition does not allow.
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
