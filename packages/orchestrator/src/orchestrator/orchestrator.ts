import type { UsageStats } from '@palimpsest/core-types';
import type { ConversationHistory } from '../conversation/conversation-history.ts';
import type { CostLedger, LedgerCall, LedgerSnapshot } from '../economics/cost-ledger.ts';
import type { PrepareRequest, PrepareResult } from './prepare-request.ts';
import type { CompressionEvent } from '../attempts/outcome.ts';
import type { BreakerJson } from '../attempts/breaker.ts';
import { parseSaved, FORMAT, SAVED_ORCHESTRATOR } from '../saved-state.ts';
import type { OrchestratorState } from './orchestrator-state.ts';
import type { CalibrationJson } from '@palimpsest/tokenizer';

/** Keeps a conversation inside its window, call by call. */
export interface Orchestrator {
  readonly history: ConversationHistory;
  /**
   * Call before each request. Measures what will really be sent, takes out what is stale, compresses where that is due and pays, and over the
   * limit does what it takes. Settings hold as they are now. Whoever asks while another request is prepared waits; the history may grow
   * meanwhile, and what is appended belongs to the next request.
   *
   * @returns what to send, and what became of the history: all of it at once, or nothing
   * @throws {OrchestratorOptionError} for a request that cannot be meant, and whatever settings, strategies of unknown names and the budget are
   * refused with; the reason of the signal when it aborts; what the caller's own functions throw, `keepOriginals` among them;
   * {HistoryCommitError} where somebody else replaced the history again and again. Nothing has changed then
   */
  prepare(request?: PrepareRequest): Promise<PrepareResult>;
  /** Call with what the provider counted for the last request: estimates are corrected by it, and its cost is noted where prices are known. */
  report(answer: { readonly usage: UsageStats }): LedgerCall | undefined;
  /** What calls were expected to cost beside what they cost, by model ('' where none was named). */
  readonly ledgers: ReadonlyMap<string, CostLedger>;
  /** Has a listener told what happens. @returns ends the subscription */
  subscribe(listener: OrchestratorListener): () => void;
  /** Ends it: the history no longer tells it of changes, so that it can go while the history stays. */
  dispose(): void;
  /** What it remembers between calls; `createOrchestrator` takes it as `state`. */
  toJSON(): OrchestratorJson;
}

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
  | (Timed & {
      readonly kind: 'prepared';
      readonly outcome: PrepareResult;
      readonly strategy: string;
    })
  /** `prepare` threw: it was aborted, or given what cannot be meant. */
  | (Timed & { readonly kind: 'threw'; readonly error: unknown })
  /** The provider answered, and said what it counted. */
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

export function orchestratorJson(
  parts: Omit<OrchestratorJson, 'kind' | 'format'>,
): OrchestratorJson {
  return { kind: 'palimpsest.orchestrator', format: FORMAT, ...parts };
}

/** @throws {OrchestratorOptionError} `INVALID_ORCHESTRATOR_JSON`, with the path of the problem */
export function readOrchestratorJson(json: unknown): OrchestratorJson {
  const code = 'INVALID_ORCHESTRATOR_JSON';
  parseSaved(SAVED_ORCHESTRATOR, json, { root: 'state', code });
  return json as OrchestratorJson;
}
