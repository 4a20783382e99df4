export { openaiAgentsAdapter, type OpenAIAgentsAdapter } from './openai-agents-adapter.ts';
