import type { Restored } from '@palimpsest/originals';

/** What became of one conversation. */
export interface RestoreReport extends Omit<Restored<unknown>, 'messages'> {
  readonly id: string;
  readonly messagesBefore: number;
  readonly messagesAfter: number;
  /** Milliseconds it took. */
  readonly ms: number;
}

/** Originals that did not come back. */
export function countMissing({ missing }: Pick<RestoreReport, 'missing'>): number {
  return missing.reduce((sum, { ids }) => sum + Math.max(1, ids.length), 0);
}

/** Whether something could not be given back, or perhaps not: nobody knows what a damaged record told. */
export function isIncomplete(report: RestoreReport): boolean {
  return report.missing.length > 0 || report.ambiguous.length > 0 || report.damaged > 0;
}
