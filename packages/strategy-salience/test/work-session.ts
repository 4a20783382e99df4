import type { IContent } from '@palimpsest/core-types';
import { history, type HistoryBuilder } from '@palimpsest/testing';

/** Kinds of work, each with its own texts. */
export const SHAPES = ['code', 'services', 'talk', 'shell'] as const;
export type Shape = (typeof SHAPES)[number];

export interface SessionOptions {
  readonly shape: Shape;
  readonly turns: number;
  readonly seed: number;
}

/** Returns a session of a working agent: each turn asks, calls tools and replies. The same seed returns the same session. */
export function workSession({ shape, turns, seed }: SessionOptions): IContent[] {
  let state = seed + 1;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
    return (state >> 8) % limit;
  };
  const built = history().system('You are careful.');
  for (let turn = 0; turn < turns; turn += 1)
    TURNS[shape](built, { turn, below, name: () => nameAt(turn, below) });
  return built.build();
}

type Below = (limit: number) => number;

const SUBJECTS = ['tariff', 'harbour', 'parcel', 'courier', 'depot', 'invoice', 'refund', 'zone'];
const VERBS = ['load', 'store', 'check', 'merge', 'split', 'count'];

/** Returns a name. New names appear over time and old ones recur for a while, so sessions of all lengths are similar. */
function nameAt(turn: number, below: Below): string {
  const subject = SUBJECTS[below(SUBJECTS.length)]!;
  return `${VERBS[below(VERBS.length)]}${subject[0]!.toUpperCase()}${subject.slice(1)}${2 * turn + below(30)}`;
}

interface Turn {
  readonly turn: number;
  readonly below: Below;
  readonly name: () => string;
}

const TURNS: Readonly<Record<Shape, (built: HistoryBuilder, turn: Turn) => void>> = {
  code(built, { turn, below, name }) {
    const path = `/home/mara/parcels/src/${SUBJECTS[below(8)]}/${name()}.ts`;
    if (turn % 4 === 0) built.human(`Please look at ${name()}, it fails in step ${turn}.`);
    built.call('Read', { file_path: path, limit: 200 }, { thought: `Perhaps ${name()}?` });
    const lines = Array.from({ length: 20 + below(60) }, (_, at) => {
      const body = at % 7 === 0 ? '' : `  const ${name()} = ${name()}(${below(900)});`;
      return `${String(at + 1).padStart(6)}→${body}`;
    });
    built.result(lines.join('\n')).ai(`${name()} is what ${path} is about.`);
  },
  services(built, { turn, below, name }) {
    if (turn % 3 === 0) built.human(`Order ${10_000 + below(9_000)} has not arrived.`);
    built.call('find_orders', { customer: `mara_${below(500)}`, open: true });
    const orders = Array.from({ length: 3 + below(12) }, () => ({
      id: `W${1_000_000 + below(900_000)}`,
      item: name(),
      paid: { cents: below(90_000), by: 'card' },
      steps: [`packed ${below(30)}`, `sent ${below(30)}`],
    }));
    built.result(turn % 2 === 0 ? JSON.stringify(orders) : { orders, total: orders.length });
    built.ai(`One of them is ${orders[0]!.id}.`);
  },
  talk(built, { turn, below, name }) {
    const words = Array.from({ length: 30 + below(90) }, () => `then ${name()} came`);
    built.human(`In turn ${turn} ${words.slice(0, 20).join(', ')}.`);
    built.ai(words.map((said, at) => `${at}. ${said}, and that was all of it.`).join('\n'));
  },
  shell(built, { turn, below, name }) {
    if (turn % 5 === 0) built.human(`Run the checks of ${name()}.`);
    built.call('run_shell_command', { command: `pnpm test --filter ${name()}` });
    const lines = Array.from(
      { length: 15 + below(80) },
      (_, at) => `[${at}] ${name()} took ${below(4_000)} ms`,
    );
    const hasFailed = turn % 3 === 1;
    if (hasFailed) lines.push(`Error: ${name()} is not a function`, 'exit code 1');
    built.result({ output: lines.join('\n'), exitCode: hasFailed ? 1 : 0 });
    built.ai(`It ${hasFailed ? 'failed' : 'passed'} in turn ${turn}.`);
  },
};
