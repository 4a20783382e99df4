export type { Codec, FormatName } from './codec.ts';
export { codecFor, codecs } from './codecs.ts';
export { detectFormat } from './detect-format.ts';
export { FormatError, type FormatErrorDetails } from './format-error.ts';
export { openai, type OpenAIMessage } from './openai.ts';
