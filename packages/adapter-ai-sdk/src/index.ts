export { aiSdkAdapter, type AiSdkAdapter } from './ai-sdk-adapter.ts';
