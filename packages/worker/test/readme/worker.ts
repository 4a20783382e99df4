import { createCompressionWorker } from '@palimpsest/worker';
import config from './config.ts';

export const createWorker = (connection: string) =>
  createCompressionWorker({
    ...config,
    connection,
    concurrency: 8,
    timeLimitMs: 60_000,
    onJob: ({ kind, id, ms }) => console.log(kind, id, ms),
  });
