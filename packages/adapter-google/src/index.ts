export {
  googleAdapter,
  type GoogleAdapter,
  type GoogleAdapterOptions,
} from './genai/google-adapter.ts';
export { RECALL_DECLARATION } from './genai/recall-callable.ts';
