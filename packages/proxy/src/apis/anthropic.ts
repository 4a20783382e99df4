import { fieldsOf, watchAnthropicUsage, type Fields } from '@palimpsest/adapter';
import { anthropic } from '@palimpsest/formats/anthropic';
import { RECALL_TOOL } from '@palimpsest/originals/recall';
import type { Api, RecallResult } from './api.ts';
import { readAnthropicTurns } from './anthropic-turns.ts';
import { addTool, countOf, isRecall, listOf, textOf } from './members.ts';

const TOOL = Object.freeze({
  name: RECALL_TOOL.name,
  description: RECALL_TOOL.description,
  input_schema: RECALL_TOOL.inputSchema,
});

/** The Messages API. */
export const anthropicApi: Api = {
  codec: anthropic,
  watchUsage: watchAnthropicUsage,
  model: ({ model }) => textOf(model) || undefined,
  maxOutputTokens: (body) => countOf(body['max_tokens']),
  withRecallTool({ value }) {
    const tools = listOf(value['tools']);
    return tools.length === 0 || tools.some(isRecall) ? undefined : addTool(value, TOOL);
  },
  readTurns: readAnthropicTurns,
  recallResults: (results) => [{ role: 'user', content: results.map(toolResult) }],
  callKeys: (message) =>
    listOf(fieldsOf(message)['content']).flatMap((block) => {
      const { type, id } = fieldsOf(block);
      return type === 'tool_use' && typeof id === 'string' ? [id] : [];
    }),
  withResults(message, results) {
    const { content } = fieldsOf(message);
    const own = typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content);
    const blocks = results.flatMap((result) => listOf(fieldsOf(result)['content']));
    return { ...fieldsOf(message), content: [...blocks, ...own] };
  },
};

function toolResult({ id, text, isError }: RecallResult): Fields {
  const result = { type: 'tool_result', tool_use_id: id, content: text };
  return isError ? { ...result, is_error: true } : result;
}
