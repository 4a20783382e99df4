/** What `--report` accepts. */
export type ReportKind = 'text' | 'json' | 'none';

export const REPORTS: readonly ReportKind[] = ['text', 'json', 'none'];
