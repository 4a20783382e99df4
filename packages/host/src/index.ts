export {
  createCompactor,
  type CompactOptions,
  type Compaction,
  type Compactor,
  type CompactorOptions,
} from './create-compactor.ts';
export {
  checkPluginOptions,
  createSchedule,
  type PluginOptions,
  type ScheduleOptions,
} from './compaction-schedule.ts';
export { readCompactBefore } from './compact-before.ts';
export { describeCompaction } from './describe-compaction.ts';
export {
  changeRules,
  NO_RULES,
  readForgottenRule,
  readSessionRules,
  RULE_COMMANDS,
  type RuleCommand,
  type SessionRules,
} from './session-rules.ts';
export { isRecordText, recordText, splitCompaction } from './split-compaction.ts';
