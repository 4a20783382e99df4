export { anthropicAdapter, type AnthropicAdapter } from './anthropic-adapter.ts';
