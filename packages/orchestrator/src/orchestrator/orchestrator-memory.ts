import type { IContent } from '@palimpsest/core-types';
import { curate } from '@palimpsest/history';
import { createBreaker, type Breaker, type BreakerJson } from '../attempts/breaker.ts';
import type { HistorySnapshot } from '../conversation/history-commit.ts';
import type { OrchestratorOptions } from './orchestrator-options.ts';
import { START, type OrchestratorState } from './orchestrator-state.ts';

/** State of an orchestrator between calls. The only code of the orchestrator that changes it or the history. */
interface OrchestratorMemory {
  readonly state: OrchestratorState;
  /** Returns a copy that a decision may change; `carryOut` makes it current. */
  copyBreaker(): Breaker;
  /**
   * Applies all changes of a preparation, synchronously.
   *
   * @throws {HistoryCommitError} if the commit is refused; nothing changes then
   */
  carryOut(
    snapshot: HistorySnapshot,
    after: readonly IContent[],
    next: { readonly state: OrchestratorState; readonly breaker: Breaker },
  ): void;
  /** Stops listening to the history. */
  dispose(): void;
  toJSON(): MemoryJson;
}

interface MemoryJson {
  readonly state: OrchestratorState;
  readonly breaker: BreakerJson;
}

export function createMemory(
  options: Pick<OrchestratorOptions, 'history' | 'breaker'>,
  now: () => number,
  saved: MemoryJson | undefined,
): OrchestratorMemory {
  const { history } = options;
  const breakerFrom = (json: unknown) => createBreaker({ ...options.breaker, now }, json);
  let breaker = breakerFrom(saved?.breaker);
  let state: OrchestratorState = saved?.state ?? START;
  let isOwnCommit = false;

  const dispose = history.subscribe((event) => {
    if (event.kind !== 'committed') return;
    const isOwn = isOwnCommit;
    isOwnCommit = false;
    if (isOwn || state.sent === undefined) return;
    // Entries that others replaced were not sent in their new form.
    const kept = curate(history.raw().slice(0, event.firstChangedIndex)).length;
    const length = Math.min(state.sent.length, kept);
    state = { ...state, sent: { ...state.sent, length } };
  });

  return {
    get state() {
      return state;
    },
    copyBreaker: () => breakerFrom(breaker.toJSON()),
    carryOut(snapshot, after, next) {
      const before = state;
      // Before the commit, so that listeners of the history see the new state.
      state = next.state;
      try {
        isOwnCommit = true;
        history.commit(snapshot, after);
        breaker = next.breaker;
      } catch (error) {
        state = before;
        throw error;
      } finally {
        isOwnCommit = false;
      }
    },
    dispose,
    toJSON: () => ({ state, breaker: breaker.toJSON() }),
  };
}
