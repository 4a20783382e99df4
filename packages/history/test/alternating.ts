import type { IContent } from '@palimpsest/core-types';
import { history, type HistoryBuilder } from '@palimpsest/testing';
import fc from 'fast-check';

/** A history in which user and model turns alternate. */
interface Alternating {
  readonly entries: readonly IContent[];
  /** Indices that can only be removed together: a message, or an entry with calls and all their results. */
  readonly units: readonly (readonly number[])[];
}

type Round = 'talk' | 'call' | 'parallel' | 'provided' | 'in place' | 'system' | 'interrupted';

/** A turn with a call that the provider executed, without a result. */
export const PROVIDED: IContent = {
  speaker: 'ai',
  blocks: [
    { type: 'tool_call', id: 'own', name: 'web_search', parameters: {}, providerExecuted: true },
  ],
};

/** A turn with a call and its result. */
export const IN_PLACE: IContent = {
  speaker: 'ai',
  blocks: [
    { type: 'tool_call', id: 'own', name: 'Read', parameters: {} },
    { type: 'tool_response', callId: 'own', toolName: 'Read', result: 'a line' },
  ],
};

const ROUNDS: Readonly<Record<Round, (builder: HistoryBuilder) => HistoryBuilder>> = {
  talk: (builder) => builder.ai('I see.\nDone.').human('Go on.'),
  call: (builder) => builder.call('Read').result('a line\nof a file'),
  parallel: (builder) => builder.calls(['Read'], ['Bash']).result('a line').result('ok'),
  provided: (builder) => builder.entry(PROVIDED).human('Go on.'),
  'in place': (builder) => builder.entry(IN_PLACE).human('Go on.'),
  system: (builder) => builder.system('Be brief.'),
  // The text and the call of the model are separate entries, and a user message follows the result.
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

/** Alternating histories, and a random set of units to remove. The last unit always stays. */
export const withRemovals = removalsFrom([
  'talk',
  'call',
  'parallel',
  'provided',
  'in place',
  'system',
]);

/** Like `withRemovals`, with histories in which only the turns without calls and results alternate. */
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
  return fc.tuple(rounds, flags).map(([made, isRemoved]) => {
    const { entries, units } = alternating(made);
    const removed = units.slice(0, -1).filter((_, at) => isRemoved[at]);
    return { entries, removals: new Set(removed.flat()) };
  });
}

/** Returns the roles of the entries that contain only text, without system entries. */
export function plainTurnsOf(entries: readonly IContent[]): string[] {
  const plain = entries.filter(
    ({ speaker, blocks }) => speaker !== 'system' && blocks.every(({ type }) => type === 'text'),
  );
  return plain.map(({ speaker }) => speaker);
}

/** Counts how often `work` reads entries of a history of 1,000 entries, and of one of 2,000. */
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

/** Returns a message of twenty lines: of the user at even indices, of the model at odd ones. */
function talk(at: number): IContent {
  const text = `Line of ${at}.\n`.repeat(20);
  return { speaker: at % 2 === 0 ? 'human' : 'ai', blocks: [{ type: 'text', text }] };
}

/** Formats each entry as one line with its role and texts. */
export function shown(entries: readonly IContent[]): string[] {
  return entries.map(({ speaker, blocks }) => {
    const words = blocks.map((block) => (block.type === 'text' ? block.text : block.type));
    return `${speaker}: ${words.join(' + ')}`;
  });
}
