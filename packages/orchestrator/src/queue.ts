export {
  createCompressionWorker,
  type CompressionWorkerOptions,
} from './queue/create-compression-worker.ts';
export type { JobEvent } from './queue/job-event.ts';
export { queueCompressions, type CompressionQueueOptions } from './queue/queue-compressions.ts';
