import type { CompressReport } from 'palimpsest';
import type { Fallback } from '../model/model-calls.ts';

export interface ConversationReport extends CompressReport {
  readonly id: string;
  /** Set if the model failed and another strategy was used. */
  readonly fallback?: Fallback;
  /** Duration in milliseconds. */
  readonly ms: number;
}

/** Printed members, in this order. */
const KEYS = [
  'id',
  'strategy',
  'fallback',
  'kind',
  'reason',
  'startedFrom',
  'originalTokens',
  'tokensBefore',
  'tokensAfter',
  'messagesBefore',
  'messagesAfter',
  'notes',
  'targetTokens',
  'overhead',
  'shortfallTokens',
  'shortfallReason',
  'irreducible',
  'firstChangedIndex',
  'dropped',
  'repaired',
] as const satisfies readonly (keyof ConversationReport)[];

export function toJson(report: ConversationReport): object {
  return Object.fromEntries(KEYS.map((key) => [key, report[key]]));
}
