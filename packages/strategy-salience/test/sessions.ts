import { createTextParser, type TextParser } from '../src/reading/create-text-parser.ts';
import type { Passage, Role } from '../src/ranking/unit-index.ts';

export interface Session {
  readonly reader: TextParser;
  readonly passages: readonly Passage[];
}

/** A text with the properties of its passage. */
export type Spoken = Omit<Passage, 'parsed' | 'message'> & {
  readonly text: string;
  readonly message?: number;
  readonly form?: 'read' | 'parseLines' | 'parseAsOneUnit';
};

/** Creates passages; each is a separate message unless `message` is set. */
export function session(spoken: readonly Spoken[]): Session {
  const reader = createTextParser();
  const passages = spoken.map(({ text, message, form = 'read', ...said }, index) => ({
    ...said,
    message: message ?? index,
    parsed: reader[form](text),
  }));
  return { reader, passages };
}

/** Returns a deterministic random number generator. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

const NOUNS = ['session', 'ledger', 'basket', 'tariff', 'refund', 'parcel', 'zone', 'order'];
const VERBS = ['load', 'merge', 'check', 'round', 'store', 'expire', 'count', 'send'];

/** Returns a session of `messages` messages: an agent that reads, searches and edits. */
export function agentSession(messages: number, seed = 1): Session {
  const roll = dice(seed);
  const pick = (list: readonly string[]): string => list[roll(list.length)]!;
  const name = (): string => `${pick(VERBS)}${pick(NOUNS)}${roll(messages)}`;
  const path = (): string => `src/${pick(NOUNS)}s/${pick(VERBS)}-${roll(messages)}.ts`;
  const code = (at: number): string =>
    roll(4) === 0
      ? `${at}→}`
      : `${at}→  const ${name()} = await ${name()}(${pick(NOUNS)}.state, '${path()}');`;
  const texts: Record<Exclude<Role, 'system'>, () => string> = {
    user: () => `Please look at ${name()} in ${path()}, and ${pick(VERBS)} the ${pick(NOUNS)}s.`,
    text: () => `I will ${pick(VERBS)} ${name()} now, then the rest.`,
    reasoning: () => `The ${pick(NOUNS)} may be ${pick(VERBS)}ed by ${name()}; or it may not.`,
    arguments: () =>
      JSON.stringify({
        file_path: path(),
        pattern: name(),
        replacement: `return ${name()}(${roll(900)});`,
      }),
    result: () =>
      roll(5) === 0
        ? JSON.stringify(
            Array.from({ length: 8 }, () => ({
              id: `${pick(NOUNS)}-${roll(99_999)}`,
              name: name(),
              path: path(),
            })),
          )
        : Array.from({ length: 10 + roll(40) }, (_, at) => code(at + 1)).join('\n'),
  };
  const roles = [
    'user',
    'reasoning',
    'text',
    'arguments',
    'result',
    'arguments',
    'result',
  ] as const;
  return session(
    Array.from({ length: messages }, (_, message) => {
      const role = roles[message % roles.length]!;
      return { role, text: texts[role](), namesFile: role === 'arguments' };
    }),
  );
}
