export {
  compressInBackground,
  type ProcessCompressions,
} from './background/compress-in-background.ts';
export type {
  BackgroundCompressions,
  CompressionJob,
  CompressionJobResult,
  CompressionJobState,
} from './background/compression-job.ts';
export { runCompressionJob, type JobRunnerOptions } from './background/run-compression-job.ts';
