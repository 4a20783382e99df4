import { fieldsOf, watchOpenAIUsage } from '@palimpsest/adapter';
import { openai } from '@palimpsest/formats/openai';
import { RECALL_TOOL } from '@palimpsest/originals/recall';
import type { Api } from './api.ts';
import { readChatTurns } from './chat-turns.ts';
import { addTool, countOf, isRecall, listOf, textOf } from './members.ts';

const TOOL = Object.freeze({
  type: 'function',
  function: Object.freeze({
    name: RECALL_TOOL.name,
    description: RECALL_TOOL.description,
    parameters: RECALL_TOOL.inputSchema,
  }),
});

/** Chat completions of OpenAI and of the many servers with the same API. */
export const chatApi: Api = {
  codec: openai,
  watchUsage: watchOpenAIUsage,
  model: ({ model }) => textOf(model) || undefined,
  maxOutputTokens: (body) => countOf(body['max_completion_tokens'] ?? body['max_tokens']),
  withRecallTool({ value }) {
    const tools = listOf(value['tools']);
    const isTaken = tools.some((tool) => isRecall(fieldsOf(tool)['function']));
    // With several choices, each may call the tool.
    const hasChoices = (value['n'] ?? 1) !== 1;
    return tools.length === 0 || isTaken || hasChoices ? undefined : addTool(value, TOOL);
  },
  readTurns: readChatTurns,
  recallResults: (results) =>
    results.map(({ id, text }) => ({ role: 'tool', tool_call_id: id, content: text })),
  callKeys: (message) =>
    listOf(fieldsOf(message)['tool_calls']).map((call) => textOf(fieldsOf(call)['id'])),
};
