export { anthropicAdapter, type AnthropicAdapter } from './anthropic-adapter.ts';
export type { AnthropicRecallTool } from './recall-tool.ts';
