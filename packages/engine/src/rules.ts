export { dropResults, type DropOptions } from './drop-results.ts';
export {
  matchBlocks,
  matchEntries,
  readEntryRule,
  readEntryRules,
  textsOf,
  type EntryRule,
} from './entry-rules.ts';
