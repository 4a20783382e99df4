export { fromLanguageModel } from './from-language-model.ts';
export { guardedFetch } from './guarded-fetch.ts';
export type { LanguageModel } from './language-model.ts';
export { ProviderError } from './provider-error.ts';
