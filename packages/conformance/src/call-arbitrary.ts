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

/** More than any call keeps of its arguments. */
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

/** One call, and how it was answered: not at all, late, twice, or under an id that another call has too. */
export interface CallPlan {
  readonly name: string;
  readonly parameters: unknown;
  readonly result: unknown;
  readonly error: string | undefined;
  readonly flagged: boolean;
  readonly fate: 'answered' | 'unanswered' | 'twice';
  /** What else stands in the entry of the response. */
  readonly beside: 'nothing' | 'media' | 'text' | 'opaque';
  readonly providerExecuted: boolean;
  readonly idKind: 'own' | 'shared' | 'empty';
}

function rarely(): fc.Arbitrary<boolean> {
  return fc.nat(19).map((roll) => roll === 0);
}

export function callArbitrary(): fc.Arbitrary<CallPlan> {
  return fc.record({
    name: fc.constantFrom(...TOOLS),
    parameters: parametersArbitrary(),
    result: resultArbitrary(),
    error: fc.option(fc.constantFrom('ENOENT', 'denied', 'x'.repeat(700)), {
      nil: undefined,
      freq: 5,
    }),
    flagged: rarely(),
    beside: fc.oneof(
      { weight: 9, arbitrary: fc.constant('nothing' as const) },
      fc.constantFrom('media' as const, 'text' as const, 'opaque' as const),
    ),
    providerExecuted: rarely(),
    fate: fc.oneof(
      { weight: 12, arbitrary: fc.constant('answered' as const) },
      fc.constantFrom('unanswered' as const, 'twice' as const),
    ),
    idKind: fc.oneof(
      { weight: 8, arbitrary: fc.constant('own' as const) },
      fc.constantFrom('shared' as const, 'empty' as const),
    ),
  });
}

const BESIDE: Readonly<Record<'media' | 'text' | 'opaque', ContentBlock>> = {
  media: { type: 'media', mimeType: 'image/png', data: 'aGVsbG8=', encoding: 'base64' },
  text: { type: 'text', text: 'The file was truncated.' },
  opaque: { type: 'opaque', kind: 'mystery' },
};

/** The blocks of each answer to a call. */
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
  };
  const answer = beside === 'nothing' ? [response] : [response, BESIDE[beside]];
  return fate === 'twice' ? [answer, [{ ...response }]] : [answer];
}
