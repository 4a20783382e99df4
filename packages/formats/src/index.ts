export type { Codec, Format, FormatName } from './codec.ts';
export { FORMAT_NAMES, codecs, getCodec, isLogFormat } from './formats.ts';
export { FormatError } from './framework/format-error.ts';
export { conversationRecords } from './framework/log-format.ts';
export { markSynthetic, syntheticMetadata } from './framework/native.ts';
export { detectFormat, parseRequestBody, type RequestBody } from './requests/request-body.ts';
export {
  createOverheadCounter,
  readOverhead,
  type OverheadTokens,
  type RequestOverhead,
} from './requests/request-overhead.ts';
export { countSent, sentHistory } from './requests/sent-history.ts';
export { same as sameValue } from './framework/same.ts';
