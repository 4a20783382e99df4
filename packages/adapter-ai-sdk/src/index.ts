export { aiSdkAdapter, type AiSdkAdapter, type AiSdkAdapterOptions } from './ai-sdk-adapter.ts';
export type { IngestTools } from './ingest-tools.ts';
export type { PreparedStep, StepToPrepare } from './prepare-step.ts';
