export {
  createHost,
  type CompactOptions,
  type Compaction,
  type Host,
  type HostOptions,
} from './create-host.ts';
export { describeCompaction } from './describe-compaction.ts';
