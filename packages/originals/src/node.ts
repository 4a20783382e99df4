export {
  fileOriginals,
  type FileOriginals,
  type FileOriginalsOptions,
} from './node/file-originals.ts';
