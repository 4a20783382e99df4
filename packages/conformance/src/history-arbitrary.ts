import type { ContentBlock, IContent, ThinkingBlock, ToolCallBlock } from '@palimpsest/core-types';
import {
  createContinuationEntry,
  createDroppedNotice,
  createSnapshotEntry,
  findRoleProblems,
  groupResultsWithCalls,
  repairHistory,
} from '@palimpsest/history';
import fc from 'fast-check';
import { resultArbitrary } from './result-arbitrary.ts';
import { longTextArbitrary, markerArbitrary, textArbitrary } from './text-arbitrary.ts';

/**
 * Generates difficult histories, including broken ones. In a third of them user and assistant alternate; almost none would by chance. In a
 * quarter of the histories, about half of the messages are pinned, so that a run always finds a strategy that changes pinned messages.
 */
export function historyArbitrary({
  maxPieces = 14,
}: { readonly maxPieces?: number } = {}): fc.Arbitrary<IContent[]> {
  const pieces = (unpinned: number): fc.Arbitrary<Piece[]> =>
    fc.array(pieceArbitrary(unpinned), { maxLength: maxPieces, size: 'max' });
  return fc
    .record({
      // First, so that shrinking removes the alternation if it is not needed.
      hasTurns: fc.nat(2).map((roll) => roll === 2),
      pieces: fc.oneof({ weight: 3, arbitrary: pieces(15) }, pieces(1)),
      isWaiting: fc.nat(9).map((roll) => roll === 9),
    })
    .map(({ pieces: some, isWaiting, hasTurns }) => {
      const entries = assemble(some);
      const call: ToolCallBlock = {
        type: 'tool_call',
        id: 'waiting',
        name: 'Bash',
        parameters: {},
      };
      if (isWaiting) entries.push({ speaker: 'ai', blocks: [call] });
      return hasTurns ? withTurns(entries) : entries;
    });
}

/** Entries for a history, from the number of the piece: ids of calls must differ. Those of `late` follow the next piece. */
type Piece = (number: number) => {
  readonly entries: readonly IContent[];
  readonly late?: readonly IContent[];
};

function assemble(pieces: readonly Piece[]): IContent[] {
  const entries: IContent[] = [];
  let waiting: readonly IContent[] = [];
  for (const [number, piece] of pieces.entries()) {
    const made = piece(number);
    entries.push(...made.entries, ...waiting);
    waiting = made.late ?? [];
  }
  return [...entries, ...waiting];
}

/** Generates a value that is true once in `of` times. */
function once(of: number): fc.Arbitrary<boolean> {
  return fc.nat(of - 1).map((roll) => roll === of - 1);
}

/** Generates one value `weight` times as often as all others together. */
function usually<Value>(
  weight: number,
  usual: Value,
  others: readonly Value[],
): fc.Arbitrary<Value> {
  return fc.oneof({ weight, arbitrary: fc.constant(usual) }, fc.constantFrom(...others));
}

/** Pinned by the metadata, or by the `pinned` function of the trial's context. */
const PINS = [{ metadata: { pinned: true } }, { metadata: { keep: true } }] as const;

type Pin = Pick<IContent, 'metadata'>;

/** @param unpinned number of messages without a pin for each pinned one */
function pieceArbitrary(unpinned: number): fc.Arbitrary<Piece> {
  const pin = usually<Pin>(unpinned, {}, PINS);
  const said = fc.record({
    speaker: fc.constantFrom<IContent['speaker'][]>('human', 'human', 'ai', 'ai', 'system'),
    text: fc.oneof({ weight: 2, arbitrary: textArbitrary() }, longTextArbitrary()),
    pin,
  });
  const call = callArbitrary();
  return fc.oneof(
    // If any piece breaks a law, shrinking ends with the plainest one.
    { withCrossShrink: true },
    {
      weight: 8,
      arbitrary: entriesOf(
        said.map(({ speaker, text, pin: pins }) => [{ ...say(speaker, text), ...pins }]),
      ),
    },
    { weight: 12, arbitrary: batchArbitrary(fc.array(call, { minLength: 1, maxLength: 3 }), pin) },
    { weight: 4, arbitrary: fileUsesArbitrary(pin) },
    { weight: 3, arbitrary: entriesOf(oddArbitrary()) },
    { weight: 2, arbitrary: entriesOf(draftsArbitrary()) },
    { weight: 2, arbitrary: entriesOf(compactionArbitrary()) },
  );
}

function entriesOf(entries: fc.Arbitrary<IContent[]>): fc.Arbitrary<Piece> {
  return entries.map((made) => () => ({ entries: made }));
}

interface CallPlan {
  readonly name: string;
  readonly parameters: unknown;
  readonly result: unknown;
  readonly error: string | undefined;
  readonly isFlagged: boolean;
  readonly providerExecuted: boolean;
  /** Form of the result. `in part`: the call was aborted. `in place`: in the entry of the call, as for tools that a provider executes. */
  readonly fate: 'answered' | 'in part' | 'in place' | 'twice' | 'unanswered';
  readonly beside: readonly ContentBlock[];
  readonly id: string | undefined;
}

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

function callArbitrary(name = fc.constantFrom<string[]>(...TOOLS)): fc.Arbitrary<CallPlan> {
  const path = fc.constantFrom(...PATHS);
  return fc.record({
    name,
    parameters: fc.oneof(
      { weight: 3, arbitrary: path.map((file_path) => ({ file_path })) },
      { weight: 2, arbitrary: path.map((file_path) => ({ file_path, content: LONG })) },
      path.map((file_path) => ({ file_path, old_string: 'old line\n', new_string: LONG })),
      fc.constantFrom('npm test', 'rm -rf x').map((command) => ({ command })),
      fc.jsonValue({ maxDepth: 2 }),
      fc.constant(undefined),
    ),
    result: resultArbitrary(),
    error: usually(3, undefined, ['ENOENT', 'denied', 'x'.repeat(700)]),
    isFlagged: once(20),
    providerExecuted: once(20),
    fate: usually<CallPlan['fate']>(20, 'answered', ['unanswered', 'twice', 'in part', 'in place']),
    beside: usually<readonly ContentBlock[]>(
      9,
      [],
      [[MEDIA[0]], [OPAQUE], [{ type: 'text', text: 'The file was truncated.' }]],
    ),
    id: usually<string | undefined>(8, undefined, ['0', '']),
  });
}

/** Generates one entry with calls, and the entries of their results: apart or together, reversed, late. */
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
    .map(
      ({ plans, says, thoughts, isLate, isOneEntry, isReversed, pins, pinsResults }) =>
        (number) => {
          const blocks: ContentBlock[] = thoughts.slice(0, 1);
          if (says !== undefined) blocks.push({ type: 'text', text: says });
          const results: ContentBlock[][] = [];
          for (const [at, plan] of plans.entries()) {
            if (at > 0) blocks.push(...thoughts.slice(at, at + 1));
            const { name, parameters, providerExecuted } = plan;
            const id = plan.id ?? `call-${number}-${at}`;
            blocks.push({
              type: 'tool_call',
              id,
              name,
              parameters,
              ...(providerExecuted ? { providerExecuted } : {}),
            });
            const own = resultsOf(plan, id);
            if (plan.fate === 'in place') blocks.push(...own.flat());
            else results.push(...own);
          }
          if (isReversed) results.reverse();
          const together = isOneEntry && results.length > 0 ? [results.flat()] : results;
          const answers = together.map((some): IContent => ({
            speaker: 'tool',
            blocks: some,
            ...(pinsResults ? pins : {}),
          }));
          const entry: IContent = { speaker: 'ai', blocks, ...(pinsResults ? {} : pins) };
          return isLate ? { entries: [entry], late: answers } : { entries: [entry, ...answers] };
        },
    );
}

/** Returns the blocks of each result of a call. */
function resultsOf(
  { fate, name, result, error, isFlagged, beside }: CallPlan,
  callId: string,
): ContentBlock[][] {
  if (fate === 'unanswered') return [];
  const response: ContentBlock = {
    type: 'tool_response',
    callId,
    toolName: name,
    result,
    ...(error === undefined ? {} : { error }),
    ...(isFlagged ? { isError: true } : {}),
    ...(fate === 'in part' ? { isComplete: false } : {}),
  };
  const answer = [response, ...beside];
  return fate === 'twice' ? [answer, [{ ...response }]] : [answer];
}

/** Generates reads and writes of one file, one after another; some fail. */
function fileUsesArbitrary(pin: fc.Arbitrary<Pin>): fc.Arbitrary<Piece> {
  const use = callArbitrary(fc.constantFrom('read_file', 'write_file', 'Read', 'Edit'));
  const file = fc.constantFrom('a.ts', 'src/b.ts');
  return file
    .chain((file_path) =>
      fc.array(
        batchArbitrary(
          use.map((plan) => [{ ...plan, parameters: { file_path } }]),
          pin,
        ),
        {
          minLength: 2,
          maxLength: 4,
        },
      ),
    )
    .map((uses) => (number) => ({
      entries: assemble(
        uses.map(
          (piece, at): Piece =>
            () =>
              piece((number + 1) * 100 + at),
        ),
      ),
    }));
}

/** Generates reasoning as providers return it: signed, encrypted without text, hidden, or cut off while it is streamed. */
function thinkingArbitrary(): fc.Arbitrary<ThinkingBlock> {
  const type = fc.constant('thinking' as const);
  const signature = fc.string({ maxLength: 8 });
  const thought = fc.lorem({ maxCount: 5 });
  return fc.oneof(
    { weight: 4, arbitrary: fc.record({ type, thought, signature }) },
    fc.record({ type, thought: textArbitrary(), signature, isHidden: fc.boolean() }),
    fc.record({ type, thought: fc.constant(''), encryptedContent: fc.base64String() }),
    fc.record({
      type,
      thought,
      streamStatus: fc.constantFrom('delta' as const, 'complete' as const),
    }),
  );
}

const MEDIA = [
  { type: 'media', mimeType: 'image/png', data: 'aGVs'.repeat(200), encoding: 'base64' },
  { type: 'media', mimeType: 'image/jpeg', data: 'https://example.org/a.jpg', encoding: 'url' },
  {
    type: 'media',
    mimeType: '',
    data: '',
    encoding: 'base64',
    caption: '[read_file a.ts: success, 12 lines]',
  },
] as const;
const OPAQUE = { type: 'opaque', kind: 'mystery' } as const;

/** Generates entries that strategies rarely expect: odd blocks, none, reasoning alone, a result without a call. */
function oddArbitrary(): fc.Arbitrary<IContent[]> {
  const block = fc.oneof<fc.Arbitrary<ContentBlock>[]>(
    fc.constantFrom<ContentBlock[]>(OPAQUE, ...MEDIA),
    textArbitrary().map((code) => ({ type: 'code', code, language: 'ts' })),
    textArbitrary().map((text) => ({ type: 'text', text })),
  );
  const lost: ContentBlock = {
    type: 'tool_response',
    callId: 'nobody',
    toolName: 'Read',
    result: 'lost',
  };
  return fc.oneof(
    fc
      .record({
        speaker: fc.constantFrom<IContent['speaker'][]>('human', 'ai', 'tool'),
        blocks: fc.array(block, { maxLength: 3 }),
      })
      .map((entry) => [entry]),
    thinkingArbitrary().map((thought): IContent[] => [{ speaker: 'ai', blocks: [thought] }]),
    // Anew for each piece, as a history has no object twice.
    fc.constant(undefined).map((): IContent[] => [{ speaker: 'tool', blocks: [lost] }]),
  );
}

const LINES = [
  'The worker pool holds 12 connections and a timeout of 30 seconds.',
  'However, the MySQL driver must not be used here.',
  'In src/pool.ts the function acquireConnection throws at the limit.',
  'We talked about lunch for a while.',
  'No, do not deploy on the old cluster.',
  '我们必须在周五之前检查重试策略。',
  '- a requirement in a list',
  'Please review the retry policy before Friday.',
] as const;

/** Generates versions of one text: all equal, or each with one more line changed, so that the last one shares little with the first. */
function draftsArbitrary(): fc.Arbitrary<IContent[]> {
  return fc
    .tuple(
      fc.constantFrom('ai' as const, 'human' as const),
      fc.integer({ min: 2, max: 8 }),
      fc.boolean(),
    )
    .map(([speaker, count, isEdited]) =>
      Array.from({ length: count }, (_, version) => {
        const changed = isEdited ? version : 0;
        const lines = LINES.map((line, at) =>
          at < changed ? `Line ${at} says something else now.` : line,
        );
        return say(speaker, lines.join('\n'));
      }),
    );
}

/** Pinned by the caller: after a conversion to a provider's format nothing else identifies the entry. */
const KEPT = { keep: true } as const;

/** Generates entries from earlier compressions, by Palimpsest and by other tools, and entries that only look like them. */
function compactionArbitrary(): fc.Arbitrary<IContent[]> {
  const count = fc.nat(9);
  return fc.oneof(
    textArbitrary().map((text) => {
      const entry = createContinuationEntry('Understood. Continuing.');
      return [
        createSnapshotEntry(`<state_snapshot>\n${text}\n</state_snapshot>`, KEPT),
        { ...entry, metadata: { ...entry.metadata, ...KEPT } },
      ];
    }),
    markerArbitrary().map((text) => [say('human', `<state_snapshot>\n${text}\n</state_snapshot>`)]),
    fc
      .record({ dropped: count, newest: count, following: count })
      .map((notice) => [createDroppedNotice(notice)]),
  );
}

/**
 * Returns the conversation in a form that providers accept: repaired, with results after their calls, beginning with the user and
 * alternating between user and assistant. Inserts a short message where one is missing.
 */
function withTurns(entries: readonly IContent[]): IContent[] {
  const turns: IContent[] = [];
  for (const entry of groupResultsWithCalls(repairHistory(entries).history).history) {
    // System entries, and entries with opaque blocks only, are not turns.
    const before = turns.findLast(
      ({ speaker, blocks }) => speaker !== 'system' && blocks.some(({ type }) => type !== 'opaque'),
    );
    const pair = before === undefined ? [entry] : [before, entry];
    const isMissing = [...findRoleProblems(pair)].some(({ index }) => index === pair.length - 1);
    if (isMissing)
      turns.push(
        entry.speaker === 'ai' ? say('human', 'Please go on.') : say('ai', 'That is done.'),
      );
    turns.push(entry);
  }
  return turns;
}

function say(speaker: IContent['speaker'], text: string): IContent {
  return { speaker, blocks: [{ type: 'text', text }] };
}
