import { defined, type IContent } from '@palimpsest/core-types';
import { createSettings } from '@palimpsest/factory/settings';
import { createCheckedEstimator } from '@palimpsest/engine/history';
import { createBreaker, type BreakerJson } from '../attempts/breaker.ts';
import { HistoryCommitError } from '../conversation/conversation-history.ts';
import type { LedgerCall } from '../economics/cost-ledger.ts';
import { assertMatches, FORMAT, SAVED_ORCHESTRATOR } from '../saved-state.ts';
import { createRequestQueue } from '../request-queue.ts';
import { untilAborted } from '../until-aborted.ts';
import { readCallSettings } from './call-settings.ts';
import { checkOrchestratorOptions, checkPrepareRequest } from './check-options.ts';
import { decideRequest, type Decision } from './decide-request.ts';
import { withEntryRules } from './entry-rules.ts';
import type {
  Orchestrator,
  OrchestratorEvent,
  ReportedUsage,
  OrchestratorJson,
  OrchestratorOptions,
} from './orchestrator.ts';
import { afterReplacement, nextState, START } from './orchestrator-state.ts';
import type { PrepareContext } from './prepare-context.ts';
import { createPriceSource } from './price-source.ts';
import type { PrepareRequest, PrepareResult } from './prepare-request.ts';
import { historyAfter, saveRemovedContent, toPrepareResult } from './prepare-result.ts';
import { createUsageBook } from './usage-book.ts';

/** Maximum number of decisions for one request, if others replace the history meanwhile. */
const MAX_ROUNDS = 3;

/** A prepared request, and the time of its completion. */
interface Prepared {
  readonly outcome: PrepareResult;
  readonly strategy: string;
  readonly at: number;
}

/**
 * Creates an orchestrator, which an agent loop calls before each request.
 *
 * @throws {OptionError} for invalid options; `INVALID_ORCHESTRATOR_JSON` for an invalid state, with the path of the problem
 * @throws {PricingError} for invalid prices
 */
export function createOrchestrator(given: OrchestratorOptions): Orchestrator {
  checkOrchestratorOptions(given);
  const { history, now = Date.now, settings = createSettings(), onListenerError } = given;
  const options = { ...given, prices: createPriceSource(given.prices, settings) };
  if (options.state !== undefined) {
    const error = { root: 'state', code: 'INVALID_ORCHESTRATOR_JSON' };
    assertMatches(SAVED_ORCHESTRATOR, options.state, error);
  }
  const saved = options.state as OrchestratorJson | undefined;
  const estimateTokens = createCheckedEstimator(options.estimateTokens);
  const usage = createUsageBook(options, saved);
  const events = createEventDelivery(onListenerError);
  const runInOrder = createRequestQueue();
  const breakerFrom = (from?: BreakerJson) => createBreaker({ ...options.breaker, now }, from);
  let breaker = breakerFrom(saved?.breaker);
  let state = saved?.state ?? START;
  let calls = 0;
  /** The history as the last request left it. */
  let known: readonly IContent[] = history.curated();

  /** Takes notice of entries that others replaced since the last request. */
  function updateState(): void {
    const found = history.curated();
    state = afterReplacement(state, known, found);
    known = found;
  }

  function contextFor(request: PrepareRequest, call: number, at: number): PrepareContext {
    const read = readCallSettings(options, settings, request, usage.ratio(request.model));
    return {
      options,
      settings,
      request,
      call: read,
      state,
      breaker: breakerFrom(breaker.toJSON()),
      raw: history.raw(),
      history: history.curated(),
      estimateTokens,
      at,
      emit: (event) => events.publish({ kind: 'attempt', call, at: now(), event }),
    };
  }

  async function prepareOnce(request: PrepareRequest, call: number, at: number): Promise<Prepared> {
    const { signal } = request;
    for (let round = 1; ; round += 1) {
      updateState();
      const found = contextFor(request, call, at);
      const context = await untilAborted(signal, () => withEntryRules(found));
      const decision = await untilAborted(signal, () => decideRequest(context));
      await untilAborted(signal, () => saveRemovedContent(decision, context));
      const outcome = toPrepareResult(decision, context);
      const next = nextState(decision, outcome, context);
      const prepared = { outcome, strategy: context.call.name, at: now() };
      // Last check for an abort: a committed request is always returned.
      signal?.throwIfAborted();
      try {
        history.replace(context.raw, historyAfter(decision, context.raw));
      } catch (error) {
        if (!HistoryCommitError.isInstance(error) || round === MAX_ROUNDS) throw error;
        continue;
      }
      state = next;
      known = history.curated();
      breaker = context.breaker;
      await startInBackground(decision, options);
      return prepared;
    }
  }

  async function prepare(request: PrepareRequest = {}): Promise<PrepareResult> {
    checkPrepareRequest(request, history);
    calls += 1;
    const call = calls;
    return await runInOrder(request.signal, async () => {
      const at = now();
      const entries = history.length + (request.pending?.length ?? 0);
      const { model } = request;
      events.publish({ kind: 'preparing', call, at, entries, ...defined({ model }) });
      try {
        const prepared = await prepareOnce(request, call, at);
        events.publish({ kind: 'prepared', call, ...prepared });
        return prepared.outcome;
      } catch (error) {
        events.publish({ kind: 'threw', call, at: now(), error });
        throw error;
      }
    });
  }

  function report(answer: { readonly usage: ReportedUsage }): LedgerCall | undefined {
    const { sent } = state;
    if (sent === undefined) return undefined;
    const at = now();
    const cost = usage.report(sent, answer.usage);
    const ratio = usage.ratio(sent.model);
    events.publish({ kind: 'reported', call: calls, at, ratio, ...defined({ cost }) });
    return cost;
  }

  return {
    history,
    prepare,
    report,
    ledgers: usage.ledgers,
    subscribe: (listener) => events.subscribe(listener),
    toJSON() {
      updateState();
      return {
        kind: 'palimpsest.orchestrator',
        format: FORMAT,
        state,
        breaker: breaker.toJSON(),
        ...usage.toJSON(),
      };
    },
  };
}

/** A queue that does not answer must not stop a request: the next one finds no job, and starts it again. */
async function startInBackground(
  { job }: Decision,
  { background, logger }: OrchestratorOptions,
): Promise<void> {
  if (job?.kind !== 'started') return;
  try {
    await background?.start(job.job);
  } catch (error) {
    logger?.debug('A compression could not be started in the background.', error);
  }
}

type Listener = Parameters<Orchestrator['subscribe']>[0];

/**
 * Creates a list of subscriptions.
 *
 * @param onError called with what a listener throws or rejects with; its own errors are dropped
 */
function createEventDelivery(onError: OrchestratorOptions['onListenerError'] = () => {}) {
  // Objects, because a listener may subscribe twice.
  const subscriptions = new Set<{ readonly listener: Listener }>();
  const deliver = async (listener: Listener, event: OrchestratorEvent): Promise<void> => {
    try {
      await listener(event);
    } catch (error) {
      onError(error, event);
    }
  };
  return {
    subscribe(listener: Listener): () => void {
      const subscription = { listener };
      subscriptions.add(subscription);
      return () => void subscriptions.delete(subscription);
    },
    publish(event: OrchestratorEvent): void {
      for (const { listener } of new Set(subscriptions)) deliver(listener, event).catch(() => {});
    },
  };
}
