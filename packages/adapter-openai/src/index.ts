export { openaiAdapter, type OpenAIAdapter, type OpenAIAdapterOptions } from './openai-adapter.ts';
export type { ChatRecallTool, ResponsesRecallTool } from './recall-tools.ts';
