export { mastraAdapter, type MastraAdapter } from './mastra-adapter.ts';
