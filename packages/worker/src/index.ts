export {
  createCompressionWorker,
  type CompressionWorker,
  type CompressionWorkerOptions,
} from './create-compression-worker.ts';
export type { JobEvent } from './job-event.ts';
export {
  queueCompressions,
  type CompressionQueue,
  type CompressionQueueOptions,
} from './queue-compressions.ts';
