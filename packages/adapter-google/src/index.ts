export {
  googleAdapter,
  type GoogleAdapter,
  type GoogleAdapterOptions,
} from './genai/google-adapter.ts';
export { RECALL_DECLARATION } from './recall.ts';
