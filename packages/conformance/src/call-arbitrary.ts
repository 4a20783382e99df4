import {
  defined,
  type ContentBlock,
  type IContent,
  type ThinkingBlock,
} from '@palimpsest/core-types';
import fc from 'fast-check';
import { once, usually } from './chance.ts';
import { resultArbitrary } from './result-arbitrary.ts';
import { textArbitrary } from './text-arbitrary.ts';

/** Entries of a history, in order. Those of `late` follow the next piece. */
export interface Piece {
  readonly entries: readonly IContent[];
  readonly late?: readonly IContent[];
}

/** Metadata that pin an entry, or none. */
export type Pin = Pick<IContent, 'metadata'>;

export const MEDIA: readonly ContentBlock[] = [
  { type: 'media', mimeType: 'image/png', data: 'aGVs'.repeat(200), encoding: 'base64' },
  { type: 'media', mimeType: 'image/jpeg', data: 'https://example.org/a.jpg', encoding: 'url' },
  {
    type: 'media',
    mimeType: '',
    data: '',
    encoding: 'base64',
    caption: '[read_file a.ts: success, 12 lines]',
  },
];
export const OPAQUE: ContentBlock = { type: 'opaque', kind: 'mystery' };

const TOOLS = [
  'read_file',
  'write_file',
  'run_shell_command',
  'Read',
  'Edit',
  'Bash',
  'TodoWrite',
  'unheard_of',
  '',
] as const;
const PATHS = ['a.ts', 'src/b.ts', './src/../a.ts', 'C:\\x\\a.ts', '/w/src/b.ts', ''] as const;

/** Longer than what any reduced tool call keeps of its arguments. */
const LONG = Array.from({ length: 30 }, (_, at) => `const new_${at} = "line";\n`).join('');

interface CallPlan {
  readonly name: string;
  readonly parameters: unknown;
  readonly result: unknown;
  readonly error: string | undefined;
  readonly isError: true | undefined;
  readonly providerExecuted: true | undefined;
  /** Form of the result. `in part`: the call was aborted. `in place`: in the entry of the call, as for tools that a provider executes. */
  readonly fate: 'answered' | 'in part' | 'in place' | 'twice' | 'unanswered';
  readonly beside: readonly ContentBlock[];
  readonly id: string;
}

function planArbitrary(
  name: fc.Arbitrary<string>,
  file?: fc.Arbitrary<string>,
): fc.Arbitrary<CallPlan> {
  const path = file ?? fc.constantFrom(...PATHS);
  const others = [
    { weight: 2, arbitrary: path.map((file_path) => ({ file_path, content: LONG })) },
    path.map((file_path) => ({ file_path, old_string: 'old line\n', new_string: LONG })),
    fc.constantFrom('npm test', 'rm -rf x').map((command) => ({ command })),
    fc.jsonValue({ maxDepth: 2 }),
    fc.constant(undefined),
  ];
  const own = path.map((file_path) => ({ file_path }));
  // Without shrinking, because ids must differ; some do not.
  const unique = fc.noShrink(fc.nat(1e9)).map((number) => `call-${number}`);
  return fc.record({
    name,
    parameters: file === undefined ? fc.oneof({ weight: 3, arbitrary: own }, ...others) : own,
    result: resultArbitrary(),
    error: usually(3, undefined, ['ENOENT', 'denied', 'x'.repeat(700)]),
    isError: usually<true | undefined>(19, undefined, [true]),
    providerExecuted: usually<true | undefined>(19, undefined, [true]),
    fate: usually<CallPlan['fate']>(20, 'answered', ['unanswered', 'twice', 'in part', 'in place']),
    beside: usually<readonly ContentBlock[]>(
      9,
      [],
      [[MEDIA[0]!], [OPAQUE], [{ type: 'text', text: 'The file was truncated.' }]],
    ),
    id: fc.oneof({ weight: 8, arbitrary: unique }, fc.constantFrom('0', '')),
  });
}

/** Generates one entry with up to three calls, and the entries of their results: apart or together, reversed, late. */
export function callsArbitrary(pin: fc.Arbitrary<Pin>): fc.Arbitrary<Piece> {
  const plan = planArbitrary(fc.constantFrom<string[]>(...TOOLS));
  return batchArbitrary(fc.array(plan, { minLength: 1, maxLength: 3 }), pin);
}

/** Generates reads and writes of one file, one after another; some fail. */
export function fileUsesArbitrary(pin: fc.Arbitrary<Pin>): fc.Arbitrary<Piece> {
  const name = fc.constantFrom('read_file', 'write_file', 'Read', 'Edit');
  return fc.constantFrom('a.ts', 'src/b.ts').chain((path) => {
    const use = planArbitrary(name, fc.constant(path)).map((plan) => [plan]);
    return fc
      .array(batchArbitrary(use, pin), { minLength: 2, maxLength: 4 })
      .map((uses) => ({ entries: assemble(uses) }));
  });
}

/** Joins pieces to a history. */
export function assemble(pieces: readonly Piece[]): IContent[] {
  const entries: IContent[] = [];
  let waiting: readonly IContent[] = [];
  for (const piece of pieces) {
    entries.push(...piece.entries, ...waiting);
    waiting = piece.late ?? [];
  }
  return [...entries, ...waiting];
}

function batchArbitrary(
  calls: fc.Arbitrary<CallPlan[]>,
  pin: fc.Arbitrary<Pin>,
): fc.Arbitrary<Piece> {
  return fc
    .record({
      plans: calls,
      says: fc.option(fc.lorem({ maxCount: 6 }), { nil: undefined, freq: 2 }),
      thoughts: fc.array(thinkingArbitrary(), { maxLength: 2 }),
      isLate: once(10),
      isOneEntry: fc.boolean(),
      isReversed: once(10),
      pins: pin,
      pinsResults: fc.boolean(),
    })
    .map(({ plans, says, thoughts, isLate, isOneEntry, isReversed, pins, pinsResults }) => {
      const blocks: ContentBlock[] = says === undefined ? [] : [{ type: 'text', text: says }];
      const results: ContentBlock[][] = [];
      for (const [at, plan] of plans.entries()) {
        const { id, name, parameters, providerExecuted } = plan;
        const call = { type: 'tool_call' as const, id, name, parameters };
        blocks.push(...thoughts.slice(at, at + 1), { ...call, ...defined({ providerExecuted }) });
        if (plan.fate === 'in place') blocks.push(...resultsOf(plan).flat());
        else results.push(...resultsOf(plan));
      }
      if (isReversed) results.reverse();
      const together = isOneEntry && results.length > 0 ? [results.flat()] : results;
      const answers = together.map((some): IContent => {
        return { speaker: 'tool', blocks: some, ...(pinsResults ? pins : {}) };
      });
      const entry: IContent = { speaker: 'ai', blocks, ...(pinsResults ? {} : pins) };
      return isLate ? { entries: [entry], late: answers } : { entries: [entry, ...answers] };
    });
}

/** Returns the blocks of each result of a call. */
function resultsOf({
  id,
  fate,
  name,
  result,
  error,
  isError,
  beside,
}: CallPlan): readonly ContentBlock[][] {
  if (fate === 'unanswered') return [];
  const isComplete = fate === 'in part' ? false : undefined;
  const response = { type: 'tool_response' as const, callId: id, toolName: name, result };
  const answer: ContentBlock = { ...response, ...defined({ error, isError, isComplete }) };
  return fate === 'twice' ? [[answer, ...beside], [{ ...answer }]] : [[answer, ...beside]];
}

/** Generates reasoning as providers return it: signed, encrypted without text, hidden, or cut off while it is streamed. */
export function thinkingArbitrary(): fc.Arbitrary<ThinkingBlock> {
  const type = fc.constant('thinking' as const);
  const signature = fc.string({ maxLength: 8 });
  const thought = fc.lorem({ maxCount: 5 });
  const streamStatus = fc.constantFrom('delta' as const, 'complete' as const);
  return fc.oneof(
    { weight: 4, arbitrary: fc.record({ type, thought, signature }) },
    fc.record({ type, thought: textArbitrary(), signature, isHidden: fc.boolean() }),
    fc.record({ type, thought: fc.constant(''), encryptedContent: fc.base64String() }),
    fc.record({ type, thought, streamStatus }),
  );
}
