export { fileOriginals, pruneOriginals } from './node/file-originals.ts';
export { sqliteOriginals } from './node/sqlite-originals.ts';
