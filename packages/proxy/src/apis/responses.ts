import { fieldsOf, watchOpenAIUsage } from '@palimpsest/adapter';
import { openaiResponses } from '@palimpsest/formats/openai-responses';
import { RECALL_TOOL } from '@palimpsest/originals/recall';
import type { Api } from './api.ts';
import { addTool, countOf, isRecall, listOf, textOf } from './members.ts';
import { readResponsesTurns } from './responses-turns.ts';

const TOOL = Object.freeze({
  type: 'function',
  name: RECALL_TOOL.name,
  description: RECALL_TOOL.description,
  parameters: RECALL_TOOL.inputSchema,
  strict: false,
});

/** The Responses API. */
export const responsesApi: Api = {
  codec: openaiResponses,
  watchUsage: watchOpenAIUsage,
  model: ({ model }) => textOf(model) || undefined,
  maxOutputTokens: (body) => countOf(body['max_output_tokens']),
  withRecallTool({ value }) {
    const tools = listOf(value['tools']);
    // A response that the provider finishes in the background has no stream to read.
    const isTaken = tools.some(isRecall) || value['background'] === true;
    return tools.length === 0 || isTaken ? undefined : addTool(value, TOOL);
  },
  readTurns: readResponsesTurns,
  recallResults: (results) =>
    results.map(({ id, text }) => ({ type: 'function_call_output', call_id: id, output: text })),
  callKeys(item) {
    const { type, call_id: id } = fieldsOf(item);
    return textOf(type).endsWith('_call') && typeof id === 'string' ? [id] : [];
  },
};
