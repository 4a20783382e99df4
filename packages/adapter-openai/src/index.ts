export { openaiAdapter, type OpenAIAdapter } from './openai-adapter.ts';
