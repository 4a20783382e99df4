export { aiSdk, type AiSdkMessage } from './ai-sdk.ts';
export { anthropic, type AnthropicMessage } from './anthropic.ts';
export { checkAnthropic } from './checks/check-anthropic.ts';
export { checkGemini } from './checks/check-gemini.ts';
export { checkOpenAIResponses } from './checks/check-openai-responses.ts';
export { checkOpenAI } from './checks/check-openai.ts';
export type { CheckOptions } from './checks/check-steps.ts';
export { claudeCode, type ClaudeCodeRecord } from './claude-code.ts';
export { FORMAT_NAMES, type Codec, type FormatName } from './codec.ts';
export { getCodec, codecs } from './codecs.ts';
export { codex, type CodexRecord } from './codex.ts';
export { FormatError } from './format-error.ts';
export type { FormatProblem, FormatRule } from './checks/format-problem.ts';
export { gemini, geminiRequest, type GeminiContent, type GeminiRequest } from './gemini.ts';
export { genkit, type GenkitMessage } from './genkit.ts';
export { icontent } from './icontent.ts';
export { createLangChainCodec, langchain, type LangChainMessage } from './langchain.ts';
export { markSynthetic, syntheticMetadata } from './native.ts';
export {
  detectFormat,
  findServerManaged,
  parseRequestBody,
  type RequestBody,
} from './requests/request-body.ts';
export {
  createOverheadCounter,
  readOverhead,
  type OverheadTokens,
  type RequestOverhead,
} from './requests/request-overhead.ts';
export { countSent, isOfItems, sentHistory } from './requests/sent-history.ts';
export { same as sameValue } from './same.ts';
export { openaiAgents, type OpenAIAgentsItem } from './openai-agents.ts';
export { openaiResponses, type OpenAIResponsesItem } from './openai-responses.ts';
export { openai, type OpenAIMessage } from './openai.ts';
export { pi, type PiMessage } from './pi.ts';
