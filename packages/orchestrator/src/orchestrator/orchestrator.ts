import type { UsageStats } from '@palimpsest/core-types';
import type { ConversationHistory } from '../conversation/conversation-history.ts';
import type { CostLedger, LedgerCall, LedgerSnapshot } from '../economics/cost-ledger.ts';
import type { PrepareRequest, PrepareResult } from './prepare-request.ts';
import type { CompressionEvent } from '../attempts/outcome.ts';
import type { BreakerJson } from '../attempts/breaker.ts';
import type { FORMAT } from '../saved-state.ts';
import type { OrchestratorState } from './orchestrator-state.ts';
import type { CalibrationJson } from '@palimpsest/tokenizer';

/** Prepares each request of a conversation so that it fits the context window. */
export interface Orchestrator {
  readonly history: ConversationHistory;
  /**
   * Call before each request. Measures the whole request, removes stale content, compresses if that is due and pays, and forces the request
   * under the limit. Reads the current settings. Calls run one after another; entries appended meanwhile belong to the next request.
   *
   * @returns what to send; the history changes in one commit, or not at all
   * @throws {OrchestratorOptionError} for an invalid request; errors of settings, strategy names and the budget; the reason of an aborted
   * signal; errors of the caller's callbacks; {HistoryCommitError} if others replace the history again and again
   */
  prepare(request?: PrepareRequest): Promise<PrepareResult>;
  /** Call with the usage of the last request: corrects estimates, and records the cost if prices are known. */
  report(answer: { readonly usage: UsageStats }): LedgerCall | undefined;
  /** Expected and reported costs by model; '' for calls without a model name. */
  readonly ledgers: ReadonlyMap<string, CostLedger>;
  /** Calls a listener with each event. Returns a function that ends the subscription. */
  subscribe(listener: OrchestratorListener): () => void;
  /** Stops listening to the history, so that the orchestrator can be collected while the history lives on. */
  dispose(): void;
  /** Returns the memory between calls; `createOrchestrator` takes it as `state`. */
  toJSON(): OrchestratorJson;
}

interface Timed {
  /** Number of the `prepare` call; the same in all its events. */
  readonly call: number;
  /** Time in ms, by the orchestrator's clock. */
  readonly at: number;
}

/** An event of an orchestrator. `prepared` or `threw` ends what `preparing` began; `attempt` events come between. */
export type OrchestratorEvent =
  | (Timed & { readonly kind: 'preparing'; readonly model?: string; readonly entries: number })
  | (Timed & { readonly kind: 'attempt'; readonly event: CompressionEvent })
  | (Timed & {
      readonly kind: 'prepared';
      readonly outcome: PrepareResult;
      readonly strategy: string;
    })
  /** `prepare` threw: it was aborted, or an option was invalid. */
  | (Timed & { readonly kind: 'threw'; readonly error: unknown })
  /** The caller reported usage. */
  | (Timed & { readonly kind: 'reported'; readonly cost?: LedgerCall; readonly ratio: number });

type OrchestratorListener = (event: OrchestratorEvent) => unknown;

/** The memory of an orchestrator between calls, for `JSON.stringify`. Its history is saved separately. */
export interface OrchestratorJson {
  readonly kind: 'palimpsest.orchestrator';
  readonly format: typeof FORMAT;
  readonly state: OrchestratorState;
  readonly breaker: BreakerJson;
  readonly calibration: CalibrationJson;
  readonly ledgers: Readonly<Record<string, LedgerSnapshot>>;
}
