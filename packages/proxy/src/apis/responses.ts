import { fieldsOf, observeOpenAIUsage, type AgentTool } from '@palimpsest/adapter';
import { openaiResponses } from '@palimpsest/formats/openai-responses';
import type { Api } from './api.ts';
import { countOf, listOf, offerTools, textOf } from './members.ts';
import { readResponsesTurns } from './responses-turns.ts';

/** The Responses API. */
export const responsesApi: Api = {
  codec: openaiResponses,
  watchUsage: observeOpenAIUsage,
  model: ({ model }) => textOf(model) || undefined,
  maxOutputTokens: (body) => countOf(body['max_output_tokens']),
  withTools({ value }, _path, offered) {
    const tools = listOf(value['tools']);
    // A response that the provider finishes in the background has no stream to read.
    if (tools.length === 0 || value['background'] === true) return undefined;
    return offerTools(value, offered, tools, (own) => own.map(toTool));
  },
  readTurns: readResponsesTurns,
  ownResults: (results) =>
    results.map(({ id, text }) => ({ type: 'function_call_output', call_id: id, output: text })),
  callKeys(item) {
    const { type, call_id: id } = fieldsOf(item);
    return textOf(type).endsWith('_call') && typeof id === 'string' ? [id] : [];
  },
};

function toTool({ name, description, inputSchema: parameters }: AgentTool): object {
  return { type: 'function', name, description, parameters, strict: false };
}
