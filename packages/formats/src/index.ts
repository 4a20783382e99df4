export { anthropic, type AnthropicMessage } from './anthropic.ts';
export { claudeCode, type ClaudeCodeRecord } from './claude-code.ts';
export type { Codec, FormatName } from './codec.ts';
export { codecFor, codecs } from './codecs.ts';
export { detectFormat } from './detect-format.ts';
export { FormatError, type FormatErrorDetails } from './format-error.ts';
export { gemini, geminiRequest, type GeminiContent, type GeminiRequest } from './gemini.ts';
export { icontent } from './icontent.ts';
export { openai, type OpenAIMessage } from './openai.ts';
