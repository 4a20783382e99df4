export type { CompressionFacts } from './compression-record.ts';
export type { KeepFacts } from './keep.ts';
export {
  memoryOriginals,
  type MemoryOriginals,
  type MemoryOriginalsOptions,
} from './memory-originals.ts';
export { openOriginals } from './open-originals.ts';
export type { KeptCompression, Originals, OriginalsOptions, Proof, Recalled } from './originals.ts';
export { OriginalsError, type OriginalsErrorCode } from './originals-error.ts';
export type { Awaitable, OriginalsStore, StoredOriginal } from './originals-store.ts';
export { createRecallIds } from './recall-ids.ts';
export type { Missing, Restored, RestoreOptions } from './restore.ts';
export { isSameMessage } from './message-digest.ts';
export type { MissingReason } from './slots.ts';
export type { Redact } from './write-original.ts';
