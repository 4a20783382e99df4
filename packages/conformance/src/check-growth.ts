import type { CompressionStrategy, StrategyPlugin, IContent } from '@palimpsest/core-types';
import type { Violation } from '@palimpsest/history';
import { contextOf, estimators } from './context.ts';
import { linearWork } from './laws/linear-work.ts';
import { EVERY_HISTORY, mayFail } from './laws/answer-laws.ts';
import type { TestCase } from './test-case.ts';
import { attempt, type Attempt } from './trial.ts';

const TURNS = 150;
const FACTOR = 4;

/** Maximum growth of the work for four times the input: sorting may exceed a factor of 4, while quadratic work has a factor of 16. */
const MAX_GROWTH = 6;

/** Compresses and optimizes long sessions of two lengths. Reports work that grows faster than the session, and thrown errors. */
export async function checkGrowth(
  plugin: StrategyPlugin,
  strategy: CompressionStrategy,
): Promise<readonly Violation[]> {
  const violations: Violation[] = [];
  for (const [name, session] of Object.entries(longSessions)) {
    const few = await workOf(strategy, session(TURNS));
    const many = await workOf(strategy, session(TURNS * FACTOR));
    for (const [call, { visits, made }] of Object.entries(many)) {
      const before = few[call]!.visits;
      if (made.kind === 'thrown' && !mayFail(plugin, made.error)) {
        const message = `${call} of ${TURNS * FACTOR} turns (${name}): ${String(made.error)}`;
        violations.push({ law: EVERY_HISTORY, index: -1, message });
      } else if (visits > MAX_GROWTH * before) {
        const message = `${call} looked ${before} times into the entries of ${TURNS} turns, and ${visits} times into those of ${TURNS * FACTOR} (${name})`;
        violations.push({ law: linearWork.name, index: -1, message });
      }
    }
  }
  return violations;
}

interface Work {
  readonly visits: number;
  readonly made: Attempt<unknown>;
}

async function workOf(
  strategy: CompressionStrategy,
  entries: readonly IContent[],
): Promise<Readonly<Record<string, Work>>> {
  const tokens = estimators[USUAL.estimator](entries);
  const counted = async (call: (history: readonly IContent[]) => unknown): Promise<Work> => {
    const { history, visits } = countedHistory(entries);
    const made = await attempt(() => call(history));
    return { made, visits: visits() };
  };
  const compress = await counted((history) => strategy.compress(contextOf(USUAL, tokens, history)));
  if (strategy.optimize === undefined) return { compress };
  const optimize = await counted((history) => strategy.optimize?.(history, USUAL.density));
  return { compress, optimize };
}

const USUAL: TestCase = {
  history: [],
  target: { share: 0.3 },
  preserveThreshold: 0.2,
  canRecall: false,
  estimator: 'a third of the characters',
  settings: {},
  density: {
    readWritePruning: true,
    fileDedupe: true,
    recencyPruning: true,
    recencyRetention: 3,
    workspaceRoot: '/w',
  },
  answer: 'a snapshot',
};

/** Returns copies of entries that count how often they and their blocks are read, in any list. */
function countedHistory(entries: readonly IContent[]): {
  readonly history: readonly IContent[];
  readonly visits: () => number;
} {
  let visits = 0;
  const counted = <Read extends object>(value: Read, keys: readonly (keyof Read)[]): Read => {
    const copy = { ...value };
    for (const key of keys) {
      const get = (): unknown => {
        visits += 1;
        return value[key];
      };
      Object.defineProperty(copy, key, { enumerable: true, get });
    }
    return copy;
  };
  const history = entries.map(({ blocks, ...entry }) => {
    // Reading the only block of an entry counts as reading the entry.
    const own = blocks.length > 1 ? blocks.map((block) => counted(block, ['type'])) : blocks;
    return counted({ ...entry, blocks: own }, ['blocks', 'speaker']);
  });
  return { history, visits: () => visits };
}

/** Sessions of any length, by name, that have made strategies quadratic. */
const longSessions: Readonly<Record<string, (turns: number) => IContent[]>> = {
  work: (turns) =>
    repeat(turns, (turn) => [
      say('human', `Step ${turn}: look at module ${turn % 7} and mend what is broken there.`),
      ...use(turn, 'read_file', { file_path: `src/${turn % 7}.ts` }, listing(turn)),
      ...use(turn, 'write_file', { file_path: `src/${turn % 7}.ts`, content: 'new' }, 'Written.'),
      say('ai', `Step ${turn} is done: module ${turn % 7} compiles again, and its tests pass.`),
    ]),
  'one task in a single loop': (turns) => [
    say('human', 'Mend every module.'),
    ...repeat(turns, (turn) =>
      use(turn, 'run_shell_command', { command: `make ${turn}` }, listing(turn)),
    ),
  ],
  talk: (turns) =>
    repeat(turns, (turn) => [
      say('human', `Question ${turn}: how does part ${turn} talk to part ${turn + 1}? `.repeat(3)),
      say('ai', `Part ${turn} sends a message, and part ${turn + 1} answers it. `.repeat(5)),
    ]),
  'the same again and again': (turns) =>
    repeat(turns, () => [
      say('human', 'Go on.'),
      ...use(0, 'read_file', { file_path: 'a.ts' }, listing(0)),
    ]),
  // All calls in one entry and all results in another, as some providers do.
  'calls all made at once': (turns) => {
    const uses = repeat(turns, (turn) =>
      use(turn, 'read_file', { file_path: `src/${turn}.ts` }, listing(turn)),
    );
    return [
      say('human', 'Read everything.'),
      ...(['ai', 'tool'] as const).map((speaker) => ({
        speaker,
        blocks: uses.flatMap((entry) => (entry.speaker === speaker ? entry.blocks : [])),
      })),
      ...repeat(3, (turn) => [
        say('human', `And now, for the ${turn + 1}. time?`),
        say('ai', 'Nothing else is known.'),
      ]),
    ];
  },
};

function repeat(turns: number, entriesOf: (turn: number) => IContent[]): IContent[] {
  return Array.from({ length: turns }, (_, turn) => entriesOf(turn)).flat();
}

function say(speaker: 'human' | 'ai', text: string): IContent {
  return { speaker, blocks: [{ type: 'text', text }] };
}

/** Returns a tool call and its result. Ids repeat if turns repeat. */
function use(turn: number, name: string, parameters: unknown, result: string): IContent[] {
  const id = `${name}-${turn}`;
  return [
    { speaker: 'ai', blocks: [{ type: 'tool_call', id, name, parameters }] },
    { speaker: 'tool', blocks: [{ type: 'tool_response', callId: id, toolName: name, result }] },
  ];
}

function listing(turn: number): string {
  return Array.from({ length: 12 }, (_, line) => `const value_${line} = ${turn + line};`).join(
    '\n',
  );
}
