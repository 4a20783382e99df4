export { dropResults, type DropOptions } from './strategy/drop-results.ts';
export {
  matchBlocks,
  matchEntries,
  readEntryRule,
  readEntryRules,
  textsOf,
  type EntryRule,
} from './strategy/entry-rules.ts';
