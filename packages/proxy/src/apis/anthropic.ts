import { fieldsOf, observeAnthropicUsage, type AgentTool, type Fields } from '@palimpsest/adapter';
import { anthropic } from '@palimpsest/formats/anthropic';
import type { Api, OwnResult } from './api.ts';
import { readAnthropicTurns } from './anthropic-turns.ts';
import { countOf, listOf, offerTools, textOf } from './members.ts';

/** The Messages API. */
export const anthropicApi: Api = {
  codec: anthropic,
  watchUsage: observeAnthropicUsage,
  model: ({ model }) => textOf(model) || undefined,
  maxOutputTokens: (body) => countOf(body['max_tokens']),
  withTools({ value }, _path, offered) {
    const tools = listOf(value['tools']);
    if (tools.length === 0) return undefined;
    return offerTools(value, offered, tools, (own) => own.map(toTool));
  },
  readTurns: readAnthropicTurns,
  ownResults: (results) => [{ role: 'user', content: results.map(toolResult) }],
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

function toolResult({ id, text, isError }: OwnResult): Fields {
  const result = { type: 'tool_result', tool_use_id: id, content: text };
  return isError ? { ...result, is_error: true } : result;
}

function toTool({ name, description, inputSchema }: AgentTool): object {
  return { name, description, input_schema: inputSchema };
}
