import { readResult } from '../benchmarks/results.ts';
import { runJobs } from '../threads/run-jobs.ts';
import type { ItemRow } from '../priority/item-survival.ts';
import type { ArenaJob } from './arena-worker.ts';
import { readArenaSessions, ARENA_GROUPS, type ArenaGroup } from './sessions.ts';
import type {
  ArenaEntry,
  ArenaRow,
  ArenaTime,
  ContestantFigures,
  GeneratedRow,
  Left,
} from './summarize.ts';

/** Everything that the arena measures. */
interface ArenaFigures {
  readonly sessions: readonly {
    readonly group: ArenaGroup;
    readonly name: string;
    readonly messages: number;
  }[];
  readonly contestants: readonly ArenaEntry[];
  readonly rows: readonly ArenaRow[];
  readonly generated: readonly GeneratedRow[];
  readonly items: readonly (ItemRow & { readonly method: string; readonly name: string })[];
}
export interface ArenaResult {
  readonly figures: ArenaFigures;
  readonly times: { readonly contestants: readonly ArenaTime[] };
}

/** The files of contestants, in the order of the tables: the first is ours, the others are in `bench/arena/contestants`. */
export const CONTESTANT_FILES: readonly string[] =
  'palimpsest ai-sdk langchain deepagents llamaindex dcp mastra strands cline adk gemini pi'.split(
    ' ',
  );
/** Those with slow contestants start first, so that no thread waits for them at the end. */
const SLOW = ['dcp', 'llamaindex', 'palimpsest'];

/**
 * Runs contestants on two threads, and prints what they leave.
 *
 * @param paths sessions of a user instead of the recorded ones
 */
export async function runContestants(
  files: readonly string[],
  paths: readonly string[] = [],
): Promise<readonly ContestantFigures[]> {
  const ordered = [
    ...SLOW.filter((file) => files.includes(file)),
    ...files.filter((file) => !SLOW.includes(file)),
  ];
  const results = await runJobs<ContestantFigures[]>(
    new URL('arena-worker.ts', import.meta.url),
    ordered.map((file): ArenaJob => ({ file, paths })),
    2,
  );
  for (const group of ARENA_GROUPS) {
    const rows = results.flat().flatMap((one) => one.rows.filter((row) => row.group === group));
    if (rows.length === 0) continue;
    console.log(`arena, ${group} sessions: theirs, then ours in as many tokens`);
    console.table(rows.map(shown));
  }
  return results.flat();
}

/**
 * Measures contestants on the recorded sessions.
 *
 * @param files @default all; with fewer, the other figures are those of the committed result
 */
export async function arenaReport(
  files: readonly string[] = CONTESTANT_FILES,
): Promise<ArenaResult> {
  const found = await runContestants(files);
  const measured = pooled(found);
  const before = readResult('arena') as ArenaResult | undefined;
  if (files.length === CONTESTANT_FILES.length || before === undefined) return measured;
  return merged(before, measured, new Set(found.map(({ entry }) => entry.name)));
}

function pooled(all: readonly ContestantFigures[]): ArenaResult {
  const inOrder = all.toSorted((one, other) => placeOf(one.entry) - placeOf(other.entry));
  return {
    figures: {
      sessions: readArenaSessions().map(({ group, history }) => ({
        group,
        name: history.id,
        messages: history.messages.length,
      })),
      contestants: inOrder.map(({ entry }) => entry),
      rows: inOrder.flatMap(({ rows }) => rows),
      generated: inOrder.flatMap(({ generated }) => generated),
      items: inOrder.flatMap(({ items }) => items),
    },
    times: { contestants: inOrder.map(({ time }) => time) },
  };
}

function placeOf({ file }: ArenaEntry): number {
  return CONTESTANT_FILES.indexOf(file);
}

/** Replaces the figures of some contestants in a result. */
function merged(before: ArenaResult, now: ArenaResult, names: ReadonlySet<string>): ArenaResult {
  const files = new Map(
    [...before.figures.contestants, ...now.figures.contestants].map((entry) => [
      entry.name,
      placeOf(entry),
    ]),
  );
  function both<Row>(
    old: readonly Row[],
    own: readonly Row[],
    nameOf: (row: Row) => string,
  ): Row[] {
    const all = [...old.filter((row) => !names.has(nameOf(row))), ...own];
    return all.toSorted((one, other) => files.get(nameOf(one))! - files.get(nameOf(other))!);
  }
  const [old, own] = [before.figures, now.figures];
  return {
    figures: {
      sessions: own.sessions,
      contestants: both(old.contestants, own.contestants, ({ name }) => name),
      rows: both(old.rows, own.rows, ({ name }) => name),
      generated: both(old.generated, own.generated, ({ name }) => name),
      items: both(old.items, own.items, ({ method }) => method),
    },
    times: {
      contestants: both(before.times.contestants, now.times.contestants, ({ name }) => name),
    },
  };
}

function shown({ name, sessions, above, theirs, ours }: ArenaRow): object {
  const both = (key: keyof Left): string =>
    ours === undefined ? String(theirs[key]) : `${theirs[key]} / ${ours[key]}`;
  const keys = 'tokens values lines narrative demands planted broken changed'.split(
    ' ',
  ) as (keyof Left)[];
  return { name, sessions, above, ...Object.fromEntries(keys.map((key) => [key, both(key)])) };
}
