export { googleAdapter, type GoogleAdapter } from './genai/google-adapter.ts';
export { RECALL_DECLARATION } from './agent-tools.ts';
