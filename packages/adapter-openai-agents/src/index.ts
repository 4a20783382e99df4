export {
  openaiAgentsAdapter,
  type OpenAIAgentsAdapter,
  type OpenAIAgentsAdapterOptions,
} from './openai-agents-adapter.ts';
