import type { IContent } from '@palimpsest/core-types';
import { history, type HistoryBuilder } from '@palimpsest/testing';
import fc from 'fast-check';

/** A history in which user and model take turns. */
interface Alternating {
  readonly entries: readonly IContent[];
  /** What can be removed as one: a message, or an entry with calls and all their results. */
  readonly units: readonly (readonly number[])[];
}

type Round = 'talk' | 'call' | 'parallel' | 'system' | 'interrupted';

const ROUNDS: Readonly<Record<Round, (builder: HistoryBuilder) => HistoryBuilder>> = {
  talk: (builder) => builder.ai('I see.\nDone.').human('Go on.'),
  call: (builder) => builder.call('Read').result('a line\nof a file'),
  parallel: (builder) => builder.calls(['Read'], ['Bash']).result('a line').result('ok'),
  system: (builder) => builder.system('Be brief.'),
  // The words and the call of the model are messages of their own, and the user follows the result.
  interrupted: (builder) => builder.ai('I look.').call('Read').result('a line').human('Wait.'),
};

function alternating(rounds: readonly Round[]): Alternating {
  const builder = history().human('Please look.');
  for (const round of rounds) ROUNDS[round](builder);
  const entries = builder.ai('That is all.').build();
  const units: number[][] = [];
  for (const [index, { speaker }] of entries.entries()) {
    if (speaker === 'tool') units.at(-1)!.push(index);
    else if (speaker !== 'system') units.push([index]);
  }
  return { entries, units };
}

/** Histories in which neighbours take turns, with some of the units gone. The last one stays. */
export const withRemovals = removalsFrom(['talk', 'call', 'parallel', 'system']);

/** The same for histories in which only the turns without calls and results alternate. */
export const withPlainRemovals = removalsFrom([
  'talk',
  'call',
  'parallel',
  'system',
  'interrupted',
]);

function removalsFrom(kinds: readonly Round[]) {
  const rounds = fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 20 });
  const flags = fc.array(fc.boolean(), { minLength: 70, maxLength: 70 });
  return fc.tuple(rounds, flags).map(([made, isGone]) => {
    const { entries, units } = alternating(made);
    const gone = units.slice(0, -1).filter((_, at) => isGone[at]);
    return { entries, removals: new Set(gone.flat()) };
  });
}

/** Whose turns the entries without calls and results are. */
export function plainTurnsOf(entries: readonly IContent[]): string[] {
  const plain = entries.filter(
    ({ speaker, blocks }) => speaker !== 'system' && blocks.every(({ type }) => type === 'text'),
  );
  return plain.map(({ speaker }) => speaker);
}

/** How often entries are looked into, for 1,000 of them and for twice as many. */
export function visitsOf(
  work: (entries: readonly IContent[]) => unknown,
  make: (at: number) => IContent = talk,
): readonly [once: number, twice: number] {
  const [once, twice] = [1_000, 2_000].map((length) => {
    let visits = 0;
    const counted = ({ speaker, blocks }: IContent): IContent => ({
      get speaker() {
        visits += 1;
        return speaker;
      },
      get blocks() {
        visits += 1;
        return blocks;
      },
    });
    work(Array.from({ length }, (_, at) => counted(make(at))));
    return visits;
  });
  return [once!, twice!];
}

/** Messages of user and model in turns, of twenty lines each. */
function talk(at: number): IContent {
  const text = `Line of ${at}.\n`.repeat(20);
  return { speaker: at % 2 === 0 ? 'human' : 'ai', blocks: [{ type: 'text', text }] };
}

/** Roles and texts in a line each. */
export function shown(entries: readonly IContent[]): string[] {
  return entries.map(({ speaker, blocks }) => {
    const words = blocks.map((block) => (block.type === 'text' ? block.text : block.type));
    return `${speaker}: ${words.join(' + ')}`;
  });
}
