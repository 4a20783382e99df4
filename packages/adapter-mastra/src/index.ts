export { mastraAdapter, type MastraAdapter } from './mastra-adapter.ts';
export type { IngestTools, MastraTool } from './ingest-tools.ts';
export type { HistoryProcessor } from './processor.ts';
export type { RecallMastraTool } from './recall-tool.ts';
