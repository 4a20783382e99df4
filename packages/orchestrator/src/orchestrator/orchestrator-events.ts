import type { CompressionEvent } from '../attempts/outcome.ts';
import type { LedgerCall } from '../economics/cost-ledger.ts';
import type { Prepared } from './prepared.ts';

interface Timed {
  /** Counts the calls of `prepare`; the same in all events of one. */
  readonly call: number;
  /** By the orchestrator's clock. */
  readonly at: number;
}

/** What listeners are told. `attempt` events come while a strategy is at work, `prepared` and `threw` end what `preparing` began. */
export type OrchestratorEvent =
  | (Timed & { readonly kind: 'preparing'; readonly model?: string; readonly entries: number })
  | (Timed & { readonly kind: 'attempt'; readonly event: CompressionEvent })
  | (Timed & { readonly kind: 'prepared'; readonly outcome: Prepared; readonly strategy: string })
  /** `prepare` threw: it was aborted, or given what cannot be meant. */
  | (Timed & { readonly kind: 'threw'; readonly error: unknown })
  /** The provider answered, and said what it counted. */
  | (Timed & { readonly kind: 'reported'; readonly cost?: LedgerCall; readonly ratio: number });

export type OrchestratorListener = (event: OrchestratorEvent) => unknown;
