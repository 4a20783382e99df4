import type { UsageStats } from '@palimpsest/core-types';
import { createSettings } from '@palimpsest/factory/settings';
import { createCheckedEstimator } from '@palimpsest/history';
import { defaultToolTaxonomy } from '@palimpsest/tool-taxonomy';
import { createEventDelivery } from '../conversation/event-delivery.ts';
import { HistoryCommitError } from '../conversation/history-commit.ts';
import type { LedgerCall } from '../economics/cost-ledger.ts';
import { createTokenMeter } from '../meter/token-meter.ts';
import { untilAborted } from '../until-aborted.ts';
import { readCallSettings } from './call-settings.ts';
import { checkEconomics, checkOrchestratorOptions, checkPrepareRequest } from './check-options.ts';
import { decideRequest } from './decide-request.ts';
import type { PrepareContext } from './prepare-context.ts';
import { saveRemovedContent, toPrepareResult } from './to-prepare-result.ts';
import { nextState } from './orchestrator-state.ts';
import { createTurnQueue } from './turn-queue.ts';
import {
  orchestratorJson,
  readOrchestratorJson,
  type Orchestrator,
  type OrchestratorEvent,
} from './orchestrator.ts';
import { createMemory } from './orchestrator-memory.ts';
import type { OrchestratorOptions } from './orchestrator-options.ts';
import type { PrepareRequest, PrepareResult } from './prepare-request.ts';
import { createThinkingMeters } from './bound-thinking.ts';
import { createUsageBook } from './usage-book.ts';

/** Maximum number of decisions for one request, if others replace the history meanwhile. */
const MOST_ROUNDS = 3;

/** A prepared request, and the time of its completion. */
interface Carried {
  readonly outcome: PrepareResult;
  readonly strategy: string;
  readonly endedAt: number;
}

/**
 * Creates an orchestrator, which an agent loop calls before each request.
 *
 * @throws {OrchestratorOptionError} for invalid options or an invalid state
 * @throws {PricingError} for invalid prices
 */
export function createOrchestrator(options: OrchestratorOptions): Orchestrator {
  checkOrchestratorOptions(options);
  const { history, now = Date.now, settings = createSettings(), onListenerError } = options;
  checkEconomics(options);
  const estimateTokens = createCheckedEstimator(options.estimateTokens);
  const saved = options.state === undefined ? undefined : readOrchestratorJson(options.state);
  const usage = createUsageBook(options, saved);
  const meter = createTokenMeter(estimateTokens);
  const thinkingMeterFor = createThinkingMeters(estimateTokens);
  const events = createEventDelivery<OrchestratorEvent>(onListenerError);
  const inTurn = createTurnQueue();
  const memory = createMemory(options, now, saved);
  let calls = 0;

  function groundFor(request: PrepareRequest, call: number, at: number): PrepareContext {
    const raw = history.raw();
    const read = readCallSettings(options, settings, request, usage.ratio(request.model));
    return {
      options,
      settings,
      request,
      call: read,
      state: memory.state,
      breaker: memory.copyBreaker(),
      raw,
      curated: history.curated(),
      pending: request.pending ?? [],
      meter,
      thinkingMeter: thinkingMeterFor(read.boundThinking),
      estimateTokens,
      taxonomy: options.taxonomy ?? defaultToolTaxonomy,
      at,
      emit: (event) => events.publish({ kind: 'attempt', call, at: now(), event }),
    };
  }

  async function prepareOnce(request: PrepareRequest, call: number, at: number): Promise<Carried> {
    const { signal } = request;
    for (let round = 1; ; round += 1) {
      const snapshot = history.snapshot();
      const ground = groundFor(request, call, at);
      const decision = await untilAborted(signal, () => decideRequest(ground));
      await untilAborted(signal, () => saveRemovedContent(decision, ground));
      const outcome = toPrepareResult(decision, ground);
      const next = nextState(decision, outcome, ground);
      const endedAt = now();
      // Last check for an abort: a committed request is always returned.
      signal?.throwIfAborted();
      try {
        memory.carryOut(snapshot, decision.draft.raw, { state: next, breaker: ground.breaker });
        return { outcome, strategy: ground.call.name, endedAt };
      } catch (error) {
        if (!HistoryCommitError.isInstance(error) || round === MOST_ROUNDS) throw error;
      }
    }
  }

  async function prepare(request: PrepareRequest = {}): Promise<PrepareResult> {
    checkPrepareRequest(request, history);
    calls += 1;
    const call = calls;
    return await inTurn(request.signal, async () => {
      const at = now();
      const { model } = request;
      const entries = history.length + (request.pending?.length ?? 0);
      events.publish({
        kind: 'preparing',
        call,
        at,
        entries,
        ...(model === undefined ? {} : { model }),
      });
      try {
        const { outcome, strategy, endedAt } = await prepareOnce(request, call, at);
        events.publish({ kind: 'prepared', call, at: endedAt, outcome, strategy });
        return outcome;
      } catch (error) {
        events.publish({ kind: 'threw', call, at: now(), error });
        throw error;
      }
    });
  }

  function report(answer: { readonly usage: UsageStats }): LedgerCall | undefined {
    const { sent } = memory.state;
    if (sent === undefined) return undefined;
    const at = now();
    const cost = usage.report(sent, answer.usage);
    const ratio = usage.ratio(sent.model);
    const call = calls;
    events.publish({
      kind: 'reported',
      call,
      at,
      ratio,
      ...(cost === undefined ? {} : { cost }),
    });
    return cost;
  }

  return {
    history,
    prepare,
    report,
    ledgers: usage.ledgers,
    dispose: () => memory.dispose(),
    subscribe: (listener) => events.subscribe(listener),
    toJSON: () =>
      orchestratorJson({
        ...memory.toJSON(),
        ...usage.toJSON(),
      }),
  };
}
