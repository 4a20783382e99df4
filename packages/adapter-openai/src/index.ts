export { openaiAdapter } from './openai-adapter.ts';
export type { OpenAIAdapter, OpenAIAdapterOptions } from './openai-adapter-options.ts';
export type { ChatRecallTool, ResponsesRecallTool } from './recall-tools.ts';
