export { compareHistories } from './compare-histories.ts';
export type {
  Change,
  ComparedDemand,
  ComparedEntry,
  ComparedText,
  Comparison,
  EntryKind,
  EntryMark,
} from './comparison.ts';
export type { DashboardSession, DashboardState } from './dashboard-state.ts';
export { createCallReader, type EntryCall } from './entry-calls.ts';
export { sessionTitle } from './block-texts.ts';
export { compareSessions, reportSession } from './report-session.ts';
export { countOverhead, type Session } from './session.ts';
export { writeReport } from './write-report.ts';
