import type { UsageStats } from '@palimpsest/core-types';
import type { ConversationHistory } from '../conversation/conversation-history.ts';
import type { CostLedger, LedgerCall } from '../economics/cost-ledger.ts';
import type { OrchestratorListener } from './orchestrator-events.ts';
import type { OrchestratorJson } from './orchestrator-json.ts';
import type { PrepareRequest } from './prepare-request.ts';
import type { Prepared } from './prepared.ts';

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
  prepare(request?: PrepareRequest): Promise<Prepared>;
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
