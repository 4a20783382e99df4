import type { ArenaRow, Left } from '../../arena/summarize.ts';
import { decimal, markdownTable, type Cell } from '../markdown-table.ts';
import type { Results } from '../results-read.ts';

type Arena = Results['arena']['figures'];
type Times = Results['arena']['times']['contestants'];

/** Measures in which more is better, by their name in tables. */
const MEASURES = {
  values: 'values',
  lines: 'lines',
  narrative: 'narrative',
  demands: 'instructions',
  planted: 'planted',
} as const satisfies Partial<Record<keyof Left, string>>;
type Measure = keyof typeof MEASURES;

const GROUPS = { coding: 'coding sessions', service: 'service dialogues' } as const;

/** Formats how many contestants ours is level with or ahead of, in as many tokens. */
export function arenaSummary({ rows, generated }: Arena): string {
  const lines: [string, string, string][] = [];
  const add = (
    what: string,
    pairs: readonly (readonly [name: string, theirs: number, ours: number])[],
  ): void => {
    const behind = pairs.filter(([, theirs, ours]) => theirs > ours);
    lines.push([
      what,
      `${pairs.length - behind.length} of ${pairs.length}`,
      behind.length === 0
        ? 'none'
        : behind
            .map(
              ([name, theirs, ours]) =>
                `${name} ${decimal(theirs, 1)} against ${decimal(ours, 1)} %`,
            )
            .join('; '),
    ]);
  };
  const of = (group: string, measure: Measure) =>
    rows.flatMap((row) => {
      const pair = row.group === group ? pairOf(row, measure) : undefined;
      return pair === undefined ? [] : [[row.name, ...pair] as const];
    });
  add('coding sessions: names and numbers that the agent used later', of('coding', 'values'));
  add('coding sessions: lines that it wrote again', of('coding', 'lines'));
  add('coding sessions: statements that it took up again', of('coding', 'narrative'));
  add('coding sessions: instructions of users, word for word', of('coding', 'demands'));
  add('service dialogues: names and numbers', of('service', 'values'));
  add(
    'generated results: the row that is asked for',
    generated
      .filter(({ name }) => rows.some((row) => row.name === name && row.ours !== undefined))
      .map(
        ({ name, asked: { theirs, ours, of: all } }) =>
          [name, (100 * theirs) / all, (100 * ours) / all] as const,
      ),
  );
  return markdownTable(['measured', '`salience` first or level', 'not first against'], lines);
}

/** Returns the figures of a contestant and of ours, if both have one. */
function pairOf({ theirs, ours }: ArenaRow, measure: Measure): [number, number] | undefined {
  const [one, other] = [theirs[measure], ours?.[measure] ?? null];
  return one === null || other === null ? undefined : [one, other];
}

/** Formats one kind of sessions: a row for each contestant, and one for each strategy of this project. */
export function arenaTable(
  rows: readonly ArenaRow[],
  group: keyof typeof GROUPS,
  times: Times,
): string {
  const own = rows.filter((row) => row.group === group);
  const cells = (row: ArenaRow): Cell[] => [
    row.name,
    both(row, 'tokens'),
    ...Object.keys(MEASURES).map((measure) => both(row, measure as Measure)),
    both(row, 'broken', 0),
    both(row, 'changed', 0),
    both(row, 'firstWrite', 2),
    ...(group === 'coding' ? [timeOf(row.name, times)] : []),
    notes(row),
  ];
  return markdownTable(
    [
      'method',
      'left',
      ...Object.values(MEASURES),
      'broken',
      'changed',
      'next request, $',
      ...(group === 'coding' ? ['ms'] : []),
      'notes',
    ],
    own.map(cells),
  );
}

function both({ theirs, ours }: ArenaRow, key: keyof Left, digits = 1): string | null {
  const shown = (value: number | null | undefined): string =>
    value === null || value === undefined ? '–' : decimal(value, digits);
  if (theirs[key] === null) return null;
  return ours === undefined ? shown(theirs[key]) : `${shown(theirs[key])} / ${shown(ours[key])}`;
}

function timeOf(name: string, times: Times): string {
  const own = times.find((row) => row.name === name);
  const shown = [own?.theirs, own?.ours].filter((value) => value !== null && value !== undefined);
  return shown.map((value) => decimal(Math.max(value, 0.1), value < 10 ? 1 : 0)).join(' / ');
}

function notes({ above, empty, skipped, failed, sessions }: ArenaRow): string {
  const said = [
    [above, 'above'],
    [empty, 'empty'],
    [failed, 'failed'],
    [skipped, 'too slow'],
  ] as const;
  const all = sessions + empty + skipped + failed;
  return said
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count} of ${all} ${what}`)
    .join(', ');
}

/** Formats the generated cases and chats. */
export function generatedTable({ generated, items, rows }: Arena): string {
  const isOwn = (name: string): boolean =>
    rows.some((row) => row.name === name && row.ours === undefined);
  const cellOf = (
    name: string,
    { theirs, ours, of }: Arena['generated'][number]['asked'],
  ): string => (isOwn(name) ? `${theirs} of ${of}` : `${theirs} / ${ours} of ${of}`);
  const chat = (method: string, times: number): string => {
    const row = items.find((one) => one.method === method && one.times === times);
    if (row === undefined) return '–';
    return `${decimal(row.weighted ?? 0, 1)}${row.over > 0 ? ` (${row.over} above)` : ''}`;
  };
  return markdownTable(
    ['method', 'asked row', 'odd line', 'items at a half', 'a quarter', 'an eighth'],
    generated.map(({ name, asked, odd }) => [
      name,
      cellOf(name, asked),
      cellOf(name, odd),
      chat(name, 2),
      chat(name, 4),
      chat(name, 8),
    ]),
  );
}

const MESSAGES_STAY =
  'the contestant removes calls and results only, so that all text of the agent stays; ours shortens that too';
const NO_INSTRUCTION =
  'one sentence, which is a question (“What should I do next?”) and no instruction; the measure counts the word “should”';

/**
 * Why ours is behind, as traced on the sessions. The key has the figures: when they move, the reason has to be traced anew, and the page says
 * until then that it is not.
 */
const TRACED: Readonly<Record<string, string>> = {
  'coding, AI SDK pruneMessages, narrative 100.0 / 73.1': MESSAGES_STAY,
  'service, AI SDK pruneMessages, narrative 100.0 / 50.0': MESSAGES_STAY,
  'coding, Mastra ToolCallFilter, narrative 100.0 / 96.2': MESSAGES_STAY,
  'service, LangChain trimMessages, narrative 37.5 / 25.0':
    'one statement, in one of the newest messages, which are all that the contestant keeps; ours gives their room to what users wrote before',
  'service, AI SDK pruneMessages, demands 100.0 / 98.0': NO_INSTRUCTION,
  'service, LangChain ClearToolUsesEdit, demands 100.0 / 98.0': NO_INSTRUCTION,
};

/** Returns the reasons that belong to no measured row. */
export function unusedReasons(arena: Arena): readonly string[] {
  const used = new Set(rowsBehind(arena).map(({ key }) => key));
  return Object.keys(TRACED).filter((key) => !used.has(key));
}

interface Behind {
  readonly row: ArenaRow;
  readonly measure: Measure;
  readonly theirs: string;
  readonly ours: string;
  /** The key of its reason. */
  readonly key: string;
}

function rowsBehind({ rows }: Arena): Behind[] {
  return rows.flatMap((row) =>
    (Object.keys(MEASURES) as Measure[]).flatMap((measure) => {
      const pair = pairOf(row, measure);
      if (pair === undefined || pair[0] <= pair[1]) return [];
      const [theirs, ours] = pair.map((figure) => decimal(figure, 1)) as [string, string];
      const key = `${row.group}, ${row.name}, ${measure} ${theirs} / ${ours}`;
      return [{ row, measure, theirs, ours, key }];
    }),
  );
}

/** Formats every measure in which a contestant keeps more in as many tokens. */
export function behindTable(arena: Arena): string {
  const behind = rowsBehind(arena);
  if (behind.length === 0)
    return 'In none of these measures does a contestant keep more than `salience` in as many tokens.';
  return markdownTable(
    ['sessions', 'contestant', 'measure', 'theirs', '`salience`', 'why'],
    behind.map(({ row, measure, theirs, ours, key }) => [
      GROUPS[row.group],
      row.name,
      MEASURES[measure],
      theirs,
      ours,
      TRACED[key] ?? 'not traced',
    ]),
  );
}

/** Formats what was run, and how. */
export function contestantsTable({ contestants }: Arena): string {
  return markdownTable(
    ['contestant', 'package', 'call'],
    contestants
      .filter(({ package: own }) => own !== 'palimpsest')
      .map(({ name, package: own, version, call, asksModel }) => [
        name,
        `\`${own}\` ${version}`,
        asksModel === true ? `${call}; a model would write a summary` : call,
      ]),
  );
}
