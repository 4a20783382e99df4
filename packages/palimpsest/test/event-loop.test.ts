import { scriptedProvider } from '@palimpsest/testing';
import { createPalimpsest, type CompressOptions } from 'palimpsest';
import { expect, test } from 'vitest';
import { readingSession } from './sessions.ts';

const messages = readingSession(60);
const strategies = createPalimpsest().registry.names();

const nonce = (): string => '0123456789abcdef';

/** Every reading of this clock is a second later: all units of work exceed their slice of time. */
function slowClock(): () => number {
  let now = 0;
  return () => (now += 1_000);
}

/** Compresses with a strategy. `onTurn` is called in each turn of the event loop. */
async function compress(strategy: string, options: CompressOptions, onTurn: () => void) {
  let isRunning = true;
  const turn = (): void => {
    if (!isRunning) return;
    onTurn();
    setImmediate(turn);
  };
  setImmediate(turn);
  const model = scriptedProvider(['<state_snapshot>\nThe bug is in file 7.\n</state_snapshot>']);
  const request = { strategy, targetRatio: 0.3, model, ...options };
  try {
    return await createPalimpsest().compress(messages, request);
  } finally {
    isRunning = false;
  }
}

test.each(strategies)(
  '%s lets the event loop turn at least once for each message, and the result is the same',
  async (strategy) => {
    const runAtOnce = await compress(strategy, { services: { nonce, clock: () => 0 } }, () => {});
    let turns = 0;
    const services = { nonce, clock: slowClock() };
    const inTurns = await compress(strategy, { services }, () => (turns += 1));
    expect(turns).toBeGreaterThanOrEqual(messages.length);
    expect(inTurns).toEqual(runAtOnce);
    expect(inTurns.report.kind).toBe('applied');
  },
);

test.each(strategies.flatMap((strategy) => [1, 10, 100].map((turn) => [strategy, turn] as const)))(
  '%s ends one turn after an abort in turn %i of the event loop',
  async (strategy, turn) => {
    const controller = new AbortController();
    const reason = new Error('The user left.');
    let turns = 0;
    const onTurn = (): void => {
      turns += 1;
      if (turns === turn) controller.abort(reason);
    };
    const services = { clock: slowClock() };
    const compressed = compress(strategy, { services, signal: controller.signal }, onTurn);
    await expect(compressed).rejects.toBe(reason);
    expect(turns).toBeLessThanOrEqual(turn + 1);
  },
);
