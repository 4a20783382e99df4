import { reportOf, tableOf, type SpeedReport } from '../speed/report.ts';
import { longSession } from '../../../packages/orchestrator/test/orchestrator/long-session.ts';

const MESSAGES = 100_000;

const VARIANTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'nothing is ever due': { 'context-limit': 1_000_000_000 },
  'salience, 200k': { 'context-limit': 200_000, 'compression.strategy': 'salience' },
  'high-density, 200k': { 'context-limit': 200_000, 'compression.strategy': 'high-density' },
};

interface Row {
  readonly variant: string;
  readonly turns: number;
  readonly kinds: Readonly<Record<string, number>>;
  /** Milliseconds per turn, in each tenth of the session. */
  readonly msPerTurn: readonly number[];
  /** Entries estimated or read per turn, in each tenth. */
  readonly workPerTurn: readonly number[];
  /** Heap in use after each tenth, in megabytes, after garbage collection. */
  readonly heapMegabytes: readonly number[];
  readonly entriesLeft: number;
  readonly stateBytes: number;
}

/**
 * Measures a conversation of a hundred thousand messages in one process, with a request prepared after each turn (`pnpm bench long-session`).
 */
export async function longSessionReport(): Promise<SpeedReport> {
  const rows: Row[] = [];
  for (const [variant, settings] of Object.entries(VARIANTS)) {
    const row = await liveThrough(variant, settings);
    console.log(JSON.stringify(row));
    rows.push(row);
  }
  return reportOf({
    sessions: tableOf(rows, {
      by: ['variant'],
      counts: ['turns', 'kinds', 'workPerTurn', 'entriesLeft'],
    }),
  });
}

async function liveThrough(
  variant: string,
  settings: Readonly<Record<string, unknown>>,
): Promise<Row> {
  const tenth = MESSAGES / 10;
  const msPerTurn: number[] = [];
  const heapMegabytes: number[] = [];
  let since = performance.now();
  const { turns, history, orchestrator } = await longSession(MESSAGES, { ...settings }, (turn) => {
    if ((turn + 1) % tenth !== 0) return;
    msPerTurn.push(rounded((performance.now() - since) / tenth));
    globalThis.gc?.();
    heapMegabytes.push(Math.round(process.memoryUsage().heapUsed / 2 ** 20));
    since = performance.now();
  });
  const kinds: Record<string, number> = {};
  for (const { kind } of turns) kinds[kind] = (kinds[kind] ?? 0) + 1;
  const workPerTurn = msPerTurn.map((_, at) => {
    const part = turns.slice(at * tenth, (at + 1) * tenth);
    const work = part.reduce((sum, turn) => sum + turn.estimated + turn.read + turn.described, 0);
    return rounded(work / tenth);
  });
  return {
    variant,
    turns: turns.length,
    kinds,
    msPerTurn,
    workPerTurn,
    heapMegabytes,
    entriesLeft: history.length,
    stateBytes: JSON.stringify(orchestrator).length,
  };
}

const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;
