import type { ContentBlock, ToolCallBlock } from '@palimpsest/core-types';
import fc from 'fast-check';
import { resultArbitrary } from './result-arbitrary.ts';

const TOOLS = [
  'read_file',
  'write_file',
  'run_shell_command',
  'Read',
  'Edit',
  'Bash',
  'TodoWrite',
  'str_replace_editor',
  'read_many_files',
  'unheard_of',
  '',
] as const;

/** Longer than what any reduced tool call keeps of its arguments. */
const LONG = Array.from({ length: 30 }, (_, at) => `const new_${at} = "line";\n`).join('');

function parametersArbitrary(): fc.Arbitrary<unknown> {
  const path = fc.constantFrom(
    'a.ts',
    'src/b.ts',
    './src/../a.ts',
    'C:\\x\\a.ts',
    '/w/src/b.ts',
    '',
  );
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc.oneof(
        path.map((file_path) => ({ file_path })),
        path.map((file_path) => ({ file_path, content: 'text\n'.repeat(20) })),
        path.map((file_path) => ({ file_path, old_string: 'old line\n', new_string: LONG })),
        fc.array(path, { maxLength: 3 }).map((paths) => ({ paths })),
        path.map((file) => ({ command: 'view', path: file })),
        path.map((file) => ({ command: 'str_replace', path: file })),
        fc.constantFrom('npm test', 'rm -rf x').map((command) => ({ command })),
      ),
    },
    fc.jsonValue({ maxDepth: 2 }),
    fc.constant(undefined),
  );
}

/**
 * A tool call and the form of its result: missing, duplicated, incomplete, in the entry of the call, or with an id that
 * another call also has.
 */
export interface CallPlan {
  readonly name: string;
  readonly parameters: unknown;
  readonly result: unknown;
  readonly error: string | undefined;
  readonly flagged: boolean;
  readonly fate: Fate;
  /** Additional block in the entry of the result. */
  readonly beside: 'nothing' | 'media' | 'text' | 'opaque';
  readonly providerExecuted: boolean;
  readonly idKind: 'own' | 'shared' | 'empty';
}

/** Form of the result. `in part`: the call was aborted. `in place`: in the entry of the call, as for tools that a provider executes. */
type Fate = 'answered' | 'unanswered' | 'twice' | 'in part' | 'in place';

function rarely(): fc.Arbitrary<boolean> {
  return fc.nat(19).map((roll) => roll === 0);
}

export function callArbitrary({
  name = fc.constantFrom(...TOOLS),
  idKind = fc.oneof(
    { weight: 8, arbitrary: fc.constant('own' as const) },
    fc.constantFrom('shared' as const, 'empty' as const),
  ),
}: {
  readonly name?: fc.Arbitrary<string>;
  readonly idKind?: fc.Arbitrary<CallPlan['idKind']>;
} = {}): fc.Arbitrary<CallPlan> {
  return fc.record({
    name,
    parameters: parametersArbitrary(),
    result: resultArbitrary(),
    error: fc.oneof(
      { weight: 3, arbitrary: fc.constant(undefined) },
      fc.constantFrom('ENOENT', 'denied', 'x'.repeat(700)),
    ),
    flagged: rarely(),
    beside: fc.oneof(
      { weight: 9, arbitrary: fc.constant('nothing' as const) },
      fc.constantFrom('media' as const, 'text' as const, 'opaque' as const),
    ),
    providerExecuted: rarely(),
    fate: fc.oneof(
      { weight: 20, arbitrary: fc.constant<Fate>('answered') },
      fc.constantFrom<Fate>('unanswered', 'twice', 'in part', 'in place'),
    ),
    idKind,
  });
}

/** Generates calls for one file: reads and writes, some of which fail. */
export function fileCallsArbitrary(): fc.Arbitrary<CallPlan[]> {
  const use = callArbitrary({
    name: fc.constantFrom('read_file', 'write_file', 'Read', 'Edit'),
    idKind: fc.constantFrom('own' as const, 'shared' as const),
  });
  return fc
    .record({
      uses: fc.array(use, { minLength: 2, maxLength: 4 }),
      file_path: fc.constantFrom('a.ts', 'src/b.ts'),
    })
    .map(({ uses, file_path }) =>
      uses.map((call) => ({
        ...call,
        parameters: { file_path, ...(writes(call.name) ? { content: 'new text\n' } : {}) },
      })),
    );
}

function writes(name: string): boolean {
  return name !== 'read_file' && name !== 'Read';
}

const BESIDE: Readonly<Record<'media' | 'text' | 'opaque', ContentBlock>> = {
  media: { type: 'media', mimeType: 'image/png', data: 'aGVsbG8=', encoding: 'base64' },
  text: { type: 'text', text: 'The file was truncated.' },
  opaque: { type: 'opaque', kind: 'mystery' },
};

/** Returns the blocks of each result of a call. */
export function respond(
  { fate, result, error, flagged, beside }: CallPlan,
  call: ToolCallBlock,
): ContentBlock[][] {
  if (fate === 'unanswered') return [];
  const response: ContentBlock = {
    type: 'tool_response',
    callId: call.id,
    toolName: call.name,
    result,
    ...(error === undefined ? {} : { error }),
    ...(flagged ? { isError: true } : {}),
    ...(fate === 'in part' ? { isComplete: false } : {}),
  };
  const answer = beside === 'nothing' ? [response] : [response, BESIDE[beside]];
  return fate === 'twice' ? [answer, [{ ...response }]] : [answer];
}
