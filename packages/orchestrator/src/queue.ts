export {
  createCompressionWorker,
  type CompressionWorkerOptions,
  type JobEvent,
} from './queue/create-compression-worker.ts';
export { queueCompressions, type CompressionQueueOptions } from './queue/queue-compressions.ts';
