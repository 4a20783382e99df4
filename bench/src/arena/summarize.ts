import { readFileSync } from 'node:fs';
import type { ItemRow } from '../priority/item-survival.ts';
import { share, sum, type Tally } from '../retention/pooling.ts';
import type { ScoreGroup } from '../retention/score.ts';
import type { Contestant } from './contestant.ts';
import type { Versus } from './generated.ts';
import type { ContestantResult, Fight } from './run-contestant.ts';
import { ARENA_GROUPS, type ArenaGroup } from './sessions.ts';

/** What is left, in per cent, pooled over sessions. */
export interface Left {
  /** Tokens by `o200k_base`. */
  readonly tokens: number | null;
  readonly values: number | null;
  readonly far: number | null;
  readonly lines: number | null;
  readonly narrative: number | null;
  readonly demands: number | null;
  readonly task: number | null;
  readonly planted: number | null;
  /** Counts. */
  readonly broken: number;
  readonly changed: number;
  /** Dollars of the next request of all sessions. */
  readonly firstWrite: number;
}

/** A contestant on a kind of sessions, at its own size, and ours in as many tokens. */
export interface ArenaRow {
  readonly group: ArenaGroup;
  readonly name: string;
  readonly sessions: number;
  /** Sessions of which it leaves nothing; they are in none of the figures. */
  readonly empty: number;
  readonly skipped: number;
  readonly failed: number;
  /** Sessions in which ours stays larger. */
  readonly above: number;
  readonly theirs: Left;
  /** Absent in a row of ours. */
  readonly ours?: Left;
}

/** Median milliseconds of a coding session. */
export interface ArenaTime {
  readonly name: string;
  readonly theirs: number | null;
  readonly ours: number | null;
}

/** A contestant and its version. */
export interface ArenaEntry extends Omit<Contestant, 'compress'> {
  readonly file: string;
  readonly version: string;
}

/** All figures of one contestant. */
export interface ContestantFigures {
  readonly entry: ArenaEntry;
  readonly rows: readonly ArenaRow[];
  readonly generated: readonly GeneratedRow[];
  readonly items: readonly (ItemRow & { readonly method: string })[];
  readonly time: ArenaTime;
}

/** Cases of generated results, of a contestant and of ours. */
export interface GeneratedRow {
  readonly name: string;
  readonly asked: Versus;
  readonly odd: Versus;
}

/** Pools what a contestant left. */
export function summarize(
  file: string,
  contestant: Contestant,
  result: ContestantResult,
): ContestantFigures {
  const { name, generated } = result;
  const isOwn = contestant.package === 'palimpsest';
  const rows = ARENA_GROUPS.map((group) => arenaRow(group, result, isOwn));
  return {
    entry: { file, ...entryOf(contestant) },
    rows: rows.filter(({ sessions, skipped }) => sessions + skipped > 0),
    generated:
      generated === undefined ? [] : [{ name, asked: generated.asked, odd: generated.odd }],
    items: (generated?.items ?? []).map((row) => ({ method: name, ...row })),
    time: timesOf(result),
  };
}

function entryOf({ compress: _compress, ...contestant }: Contestant): Omit<ArenaEntry, 'file'> {
  const isOwn = contestant.package === 'palimpsest';
  const folder = isOwn
    ? '../../../packages/palimpsest'
    : `../../arena/node_modules/${contestant.package}`;
  const manifest = new URL(`${folder}/package.json`, import.meta.url);
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string };
  return { ...contestant, version };
}

/** Pools the sessions of a group. Where a contestant leaves everything, ours leaves the same. */
function arenaRow(group: ArenaGroup, { name, groups }: ContestantResult, isOwn: boolean): ArenaRow {
  const { fights, skipped, failed } = groups[group];
  const full = fights.filter(({ theirs }) => theirs.score.tokens.survived > 0);
  const pairs = full.map(({ theirs, ours = theirs }) => ({ theirs, ours }));
  return {
    group,
    name,
    sessions: full.length,
    empty: fights.length - full.length,
    skipped,
    failed,
    above: pairs.filter(
      ({ theirs, ours }) => ours.score.tokens.survived > theirs.score.tokens.survived,
    ).length,
    theirs: leftOf(pairs.map(({ theirs }) => theirs)),
    ...(isOwn ? {} : { ours: leftOf(pairs.map(({ ours }) => ours)) }),
  };
}

function leftOf(fights: readonly Fight[]): Left {
  const pooled = (...groups: ScoreGroup[]): number | null =>
    share(sum(fights.flatMap(({ score }) => groups.map((group) => score.groups[group]))));
  const total = (count: (fight: Fight) => number): number =>
    fights.reduce((all, fight) => all + count(fight), 0);
  const pairOf = (pick: (fight: Fight) => readonly [number, number]): Tally => ({
    survived: total((fight) => pick(fight)[0]),
    asked: total((fight) => pick(fight)[1]),
  });
  return {
    tokens: share(sum(fights.map(({ score }) => score.tokens))),
    values: pooled('all'),
    far: pooled('far'),
    lines: pooled('lines'),
    narrative: pooled('narrative'),
    demands: pooled('demands_short', 'demands_long'),
    task: pooled('task'),
    planted: share(pairOf(({ planted }) => planted)),
    broken: total(({ broken }) => broken),
    changed: total(({ changed }) => changed),
    firstWrite: Math.round(total((fight) => fight.firstWrite) * 10_000) / 10_000,
  };
}

function timesOf({ name, groups }: ContestantResult): ArenaTime {
  const { fights } = groups.coding;
  return {
    name,
    theirs: median(fights.map(({ theirs }) => theirs.milliseconds)),
    ours: median(fights.flatMap(({ ours }) => ours?.milliseconds ?? [])),
  };
}

function median(times: readonly number[]): number | null {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted.length === 0 ? null : Math.round(sorted[Math.floor(sorted.length / 2)]! * 10) / 10;
}
