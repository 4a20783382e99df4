export {
  matchBlocks,
  matchEntries,
  readEntryRule,
  readEntryRules,
  textsOf,
  type EntryRule,
} from './entry-rules.ts';
