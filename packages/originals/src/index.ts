export { memoryOriginals } from './memory-originals.ts';
export { openOriginals } from './open-originals.ts';
export type { KeptCompression, Originals, Recalled } from './originals.ts';
export { OriginalsError } from './originals-error.ts';
export type { Awaitable, OriginalsStore } from './originals-store.ts';
export { createRecallIds } from './recall-ids.ts';
export type { Missing, Restored, RestoreOptions } from './restore.ts';
export { isSameMessage } from './message-digest.ts';
