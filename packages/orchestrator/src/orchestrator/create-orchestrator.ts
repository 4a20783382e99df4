import type { UsageStats } from '@palimpsest/core-types';
import { createSettings } from '@palimpsest/factory';
import { checkedEstimate, curate } from '@palimpsest/history';
import { defaultToolTaxonomy } from '@palimpsest/tool-taxonomy';
import { createBreaker } from '../attempts/breaker.ts';
import type { ConversationHistory } from '../conversation/conversation-history.ts';
import { lineBehind } from '../conversation/entry-line.ts';
import { eventDelivery } from '../conversation/event-delivery.ts';
import type { HistorySnapshot } from '../conversation/history-snapshot.ts';
import { HistoryCommitError } from '../conversation/history-commit-error.ts';
import type { LedgerCall } from '../economics/cost-ledger.ts';
import { createTokenMeter } from '../meter/token-meter.ts';
import { untilAborted } from '../until-aborted.ts';
import { readCall } from './call-settings.ts';
import { checkEconomics } from './check-economics.ts';
import { checkOrchestratorOptions } from './check-orchestrator-options.ts';
import { checkPrepareRequest } from './check-prepare-request.ts';
import { decide } from './decide.ts';
import type { Ground } from './ground.ts';
import { keepTakenOut } from './keep-taken-out.ts';
import { nextState } from './next-state.ts';
import { oneAtATime } from './one-at-a-time.ts';
import type { Orchestrator } from './orchestrator.ts';
import type { OrchestratorEvent } from './orchestrator-events.ts';
import { orchestratorJson, readOrchestratorJson } from './orchestrator-json.ts';
import type { OrchestratorOptions } from './orchestrator-options.ts';
import { START, type OrchestratorState } from './orchestrator-state.ts';
import type { PrepareRequest } from './prepare-request.ts';
import type { Prepared } from './prepared.ts';
import { thinkingMeters } from './thinking-meter.ts';
import { toPrepared } from './to-prepared.ts';
import { usageBook } from './usage-book.ts';

/** Times a request is decided anew because the history was replaced meanwhile by somebody else. */
const MOST_ROUNDS = 3;

/** A request that was prepared, and when that was done. */
interface Carried {
  readonly outcome: Prepared;
  readonly strategy: string;
  readonly endedAt: number;
}

/** What is sent as it was must still be there. */
function assertNotReplaced({ entries, version }: HistorySnapshot, history: ConversationHistory) {
  if (lineBehind(entries) === lineBehind(history.raw())) return;
  throw new HistoryCommitError(
    'STALE_SNAPSHOT',
    `Something else was committed since version ${version}. Prepare the request again.`,
  );
}

/**
 * The one object an agent loop asks before each request.
 *
 * @throws {OrchestratorOptionError} for options that cannot be meant, or a state that is none
 */
export function createOrchestrator(options: OrchestratorOptions): Orchestrator {
  checkOrchestratorOptions(options);
  const { history, now = Date.now, settings = createSettings(), onListenerError } = options;
  checkEconomics(options);
  const estimateTokens = checkedEstimate(options.estimateTokens);
  const saved = options.state === undefined ? undefined : readOrchestratorJson(options.state);
  const usage = usageBook(options, saved);
  const meter = createTokenMeter(estimateTokens);
  const thinkingMeterFor = thinkingMeters(estimateTokens);
  const events = eventDelivery<OrchestratorEvent>(onListenerError ?? (() => {}));
  const inTurn = oneAtATime();
  const breakerFrom = (json: unknown) => createBreaker({ ...options.breaker, now }, json);
  let breaker = breakerFrom(saved?.breaker);
  let state: OrchestratorState = saved?.state ?? START;
  let calls = 0;
  let isOwnCommit = false;

  const dispose = history.subscribe((event) => {
    if (event.kind !== 'committed') return;
    const isOwn = isOwnCommit;
    isOwnCommit = false;
    if (isOwn || state.sent === undefined) return;
    // What somebody else replaced was not sent as it is now.
    const kept = curate(history.raw().slice(0, event.firstChangedIndex)).length;
    const length = Math.min(state.sent.length, kept);
    state = { ...state, sent: { ...state.sent, length } };
  });

  function groundFor(request: PrepareRequest, call: number, at: number): Ground {
    const raw = history.raw();
    const read = readCall(options, settings, request, usage.ratio(request.model));
    return {
      options,
      settings,
      request,
      call: read,
      state,
      breaker: breakerFrom(breaker.toJSON()),
      raw,
      curated: history.curated(),
      pending: request.pending ?? [],
      meter,
      thinkingMeter: thinkingMeterFor(read.boundThinking),
      estimateTokens,
      taxonomy: options.taxonomy ?? defaultToolTaxonomy,
      at,
      tell: (event) => events.publish({ kind: 'attempt', call, at: now(), event }),
    };
  }

  /** Everything a preparation changes, in one step without a pause. @throws {HistoryCommitError} nothing has changed then */
  function carryOut(snapshot: HistorySnapshot, after: Ground['raw'], next: OrchestratorState) {
    const before = state;
    state = next;
    try {
      if (after === snapshot.entries) return assertNotReplaced(snapshot, history);
      isOwnCommit = true;
      history.commit(snapshot, after);
    } catch (error) {
      state = before;
      throw error;
    } finally {
      isOwnCommit = false;
    }
  }

  async function prepareOnce(request: PrepareRequest, call: number, at: number): Promise<Carried> {
    const { signal } = request;
    for (let round = 1; ; round += 1) {
      const snapshot = history.snapshot();
      const ground = groundFor(request, call, at);
      const decision = await untilAborted(signal, () => decide(ground));
      await untilAborted(signal, () => keepTakenOut(decision, ground));
      const outcome = toPrepared(decision, ground);
      const next = nextState(decision, outcome, ground);
      const endedAt = now();
      // The last thing that may fail: what is carried out is also answered.
      signal?.throwIfAborted();
      try {
        carryOut(snapshot, decision.draft.raw, next);
        breaker = ground.breaker;
        return { outcome, strategy: ground.call.name, endedAt };
      } catch (error) {
        if (!HistoryCommitError.isInstance(error) || round === MOST_ROUNDS) throw error;
      }
    }
  }

  async function prepare(request: PrepareRequest = {}): Promise<Prepared> {
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
    const { sent } = state;
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
    dispose,
    subscribe: (listener) => events.subscribe(listener),
    toJSON: () =>
      orchestratorJson({
        state,
        breaker: breaker.toJSON(),
        ...usage.toJSON(),
      }),
  };
}
