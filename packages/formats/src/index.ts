export { FORMAT_NAMES, type Codec, type FormatName } from './codec.ts';
export { getCodec, codecs } from './codecs.ts';
export { formatExactJson, parseExactJson } from './exact-json.ts';
export { FormatError } from './format-error.ts';
export { conversationRecords, isLogFormat } from './logs.ts';
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
