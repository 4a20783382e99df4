import { arenaTable } from '../benchmarks/sections/arena.ts';
import { runJobs } from '../threads/run-jobs.ts';
import type { ItemRow } from '../priority/item-survival.ts';
import { runContestantFile, type ArenaJob } from './run-contestant.ts';
import { readArenaSessions, ARENA_GROUPS, type ArenaGroup } from './sessions.ts';
import type {
  ArenaEntry,
  ArenaRow,
  ArenaTime,
  ContestantFigures,
  GeneratedRow,
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
  readonly items: readonly (ItemRow & { readonly method: string })[];
}
export interface ArenaResult {
  readonly figures: ArenaFigures;
  readonly times: { readonly contestants: readonly ArenaTime[] };
}

/** The files of contestants, in the order of the tables: the first is ours, the others are in `bench/arena/contestants`. */
const CONTESTANT_FILES: readonly string[] =
  'palimpsest ai-sdk langchain deepagents llamaindex mastra strands cline adk gemini pi'.split(' ');
/** Those with slow contestants start first, so that no thread waits for them at the end. */
const SLOW = ['llamaindex', 'palimpsest'];

/**
 * Runs contestants on two threads, and prints what they leave, and ours in as many tokens.
 *
 * @param paths sessions of a user instead of the recorded ones
 */
export async function runContestants(
  paths: readonly string[] = [],
): Promise<readonly ContestantFigures[]> {
  const ordered = [...SLOW, ...CONTESTANT_FILES.filter((file) => !SLOW.includes(file))];
  const module = new URL('run-contestant.ts', import.meta.url).href;
  const results = await runJobs<ContestantFigures[]>(
    { module, name: runContestantFile.name },
    ordered.map((file): ArenaJob => ({ file, paths })),
  );
  const times = results.flat().map(({ time }) => time);
  for (const group of ARENA_GROUPS) {
    const rows = results.flat().flatMap((one) => one.rows.filter((row) => row.group === group));
    if (rows.length > 0) console.log(arenaTable(rows, group, times));
  }
  return results.flat();
}

/** Measures all contestants on the recorded sessions. */
export async function arenaReport(): Promise<ArenaResult> {
  const all = (await runContestants()).toSorted(
    (one, other) => placeOf(one.entry) - placeOf(other.entry),
  );
  return {
    figures: {
      sessions: readArenaSessions().map(({ group, history }) => ({
        group,
        name: history.id,
        messages: history.messages.length,
      })),
      contestants: all.map(({ entry }) => entry),
      rows: all.flatMap(({ rows }) => rows),
      generated: all.flatMap(({ generated }) => generated),
      items: all.flatMap(({ items }) => items),
    },
    times: { contestants: all.map(({ time }) => time) },
  };
}

function placeOf({ file }: ArenaEntry): number {
  return CONTESTANT_FILES.indexOf(file);
}
