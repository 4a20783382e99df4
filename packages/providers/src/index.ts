export { anthropicMessages, type AnthropicMessagesOptions } from './anthropic.ts';
export { fromFunction, type AnswerFunction, type FunctionRequest } from './from-function.ts';
export { gemini, type GeminiOptions } from './gemini.ts';
export { openaiChat, type OpenAIChatOptions } from './openai.ts';
export type { ApiKey, ConnectionOptions } from './options/connection-options.ts';
export {
  ProviderError,
  type ProviderErrorCode,
  type ProviderErrorDetails,
} from './provider-error.ts';
export { ProviderOptionError } from './provider-option-error.ts';
