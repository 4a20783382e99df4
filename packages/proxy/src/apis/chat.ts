import { fieldsOf, observeOpenAIUsage, type AgentTool } from '@palimpsest/adapter';
import { openai } from '@palimpsest/formats/openai';
import type { Api } from './api.ts';
import { readChatTurns } from './chat-turns.ts';
import { countOf, listOf, offerTools, textOf } from './members.ts';

/** Chat completions of OpenAI and of the many servers with the same API. */
export const chatApi: Api = {
  codec: openai,
  watchUsage: observeOpenAIUsage,
  model: ({ model }) => textOf(model) || undefined,
  maxOutputTokens: (body) => countOf(body['max_completion_tokens'] ?? body['max_tokens']),
  withTools({ value }, _path, offered) {
    const tools = listOf(value['tools']);
    // With several choices, each may call the tool.
    const hasChoices = (value['n'] ?? 1) !== 1;
    if (tools.length === 0 || hasChoices) return undefined;
    return offerTools(value, offered, tools.map(functionOf), (own) => own.map(toTool));
  },
  readTurns: readChatTurns,
  ownResults: (results) =>
    results.map(({ id, text }) => ({ role: 'tool', tool_call_id: id, content: text })),
  callKeys: (message) =>
    listOf(fieldsOf(message)['tool_calls']).map((call) => textOf(fieldsOf(call)['id'])),
};

function functionOf(tool: unknown): unknown {
  return fieldsOf(tool)['function'];
}

function toTool({ name, description, inputSchema: parameters }: AgentTool): object {
  return { type: 'function', function: { name, description, parameters } };
}
