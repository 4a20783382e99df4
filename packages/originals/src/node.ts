export { fileOriginals, type FileOriginals } from './node/file-originals.ts';
