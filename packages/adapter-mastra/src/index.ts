export { mastraAdapter, type MastraAdapter } from './mastra-adapter.ts';
export type { IngestTools, MastraTool } from './ingest-tools.ts';
