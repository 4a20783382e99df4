export { fromFunction, type AnswerFunction, type FunctionRequest } from './from-function.ts';
export { fromLanguageModel } from './from-language-model.ts';
export { guardedFetch } from './guarded-fetch.ts';
export type { LanguageModelOptions } from './language-model-options.ts';
export type { LanguageModel, LanguageModelCall, PromptMessage } from './language-model.ts';
export {
  ProviderError,
  type ProviderErrorCode,
  type ProviderErrorDetails,
} from './provider-error.ts';
export { ProviderOptionError } from './provider-option-error.ts';
