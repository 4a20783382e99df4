import type { ContentBlock, ToolCallBlock } from '@palimpsest/core-types';
import fc from 'fast-check';
import { logArbitrary } from './rich/log-arbitrary.ts';
import { richResultArbitrary } from './rich/rich-result-arbitrary.ts';
import { textArbitrary } from './text-arbitrary.ts';

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

/** Generates one value `weight` times as often as all others together. */
export function usually<Value>(
  weight: number,
  usual: Value,
  others: readonly Value[],
): fc.Arbitrary<Value> {
  return fc.oneof({ weight, arbitrary: fc.constant(usual) }, fc.constantFrom(...others));
}

export function callArbitrary({
  name = fc.constantFrom(...TOOLS),
  idKind = usually<CallPlan['idKind']>(8, 'own', ['shared', 'empty']),
}: {
  readonly name?: fc.Arbitrary<string>;
  readonly idKind?: fc.Arbitrary<CallPlan['idKind']>;
} = {}): fc.Arbitrary<CallPlan> {
  return fc.record({
    name,
    parameters: parametersArbitrary(),
    result: resultArbitrary(),
    error: usually<CallPlan['error']>(3, undefined, ['ENOENT', 'denied', 'x'.repeat(700)]),
    flagged: rarely(),
    beside: usually<CallPlan['beside']>(9, 'nothing', ['media', 'text', 'opaque']),
    providerExecuted: rarely(),
    fate: usually<Fate>(20, 'answered', ['unanswered', 'twice', 'in part', 'in place']),
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

const COMPANIONS: Readonly<Record<'media' | 'text' | 'opaque', ContentBlock>> = {
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
  const answer = beside === 'nothing' ? [response] : [response, COMPANIONS[beside]];
  return fate === 'twice' ? [answer, [{ ...response }]] : [answer];
}

/** Generates tool results: texts, listings, logs, records as objects or as text, and missing ones. */
function resultArbitrary(): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 5, arbitrary: textArbitrary() },
    listingArbitrary(),
    logArbitrary(),
    recordsArbitrary(),
    { weight: 3, arbitrary: richResultArbitrary() },
    fc.jsonValue({ maxDepth: 2 }),
    fc.oneof(textArbitrary(), logArbitrary()).map((output) => ({
      output,
      exitCode: output.length % 2,
    })),
    fc.constant(undefined),
    fc.constantFrom<unknown>(...OUTCOMES),
  );
}

/** Outcomes reported without the fields of a tool result that exist for them. */
const OUTCOMES = [
  'File not found: a.ts',
  { status: 'failed', error: { message: 'no such table' } },
  { isError: true, content: [{ type: 'text', text: 'Error: denied' }] },
  { content: [{ type: 'text', text: 'error: none, 0 errors' }], success: true },
  '{"exit_code":1,"stdout":"","stderr":"sh: 1: foo: not found\\n"}',
  [],
  {},
  null,
  false,
  0,
] as const;

const CODE = [
  'import { a } from "./a.ts";',
  '',
  'export function b(text: string): string {',
  '  const lines = text.split("\\n"); // 中文',
  '  if (!lines[0]) throw new Error("error: no lines");',
  '  return lines.map((line) => `${line}…`).join("\\n");',
  '}',
] as const;

/** Generates a file with line numbers, as several tools show it. */
function listingArbitrary(): fc.Arbitrary<string> {
  return fc
    .record({
      first: fc.constantFrom(1, 98),
      count: fc.integer({ min: 1, max: 60 }),
      separator: fc.constantFrom('→', '\t', ': '),
    })
    .map(({ first, count, separator }) =>
      Array.from({ length: count }, (_, at) => {
        const line = CODE[at % CODE.length]!;
        return `${String(first + at).padStart(6)}${separator}${line}`;
      }).join('\n'),
    );
}

/** Forms in which tools return the same records. */
const SHAPES: readonly ((records: readonly unknown[]) => unknown)[] = [
  (records) => records,
  (records) => ({ matches: records, total: records.length, next: null }),
  (records) => JSON.stringify(records),
  (records) => JSON.stringify({ ok: true, data: { records } }, undefined, 2),
  (records) => JSON.stringify({ records }).replaceAll(/[^ -~]/g, escaped),
  (records) => records.map((record) => JSON.stringify(record)).join('\n'),
];

function recordsArbitrary(): fc.Arbitrary<unknown> {
  const record = fc.record(
    {
      path: fc.constantFrom('src/a.ts', 'C:\\x\\a.ts', 'überall/文件.md'),
      line: fc.nat(2_000),
      text: fc.constantFrom('say "hi"\t\\o/', 'two\nlines', '👩‍👩‍👧‍👦 \u2028', 'half \ud83d', ''),
      tags: fc.constantFrom([], ['x', 1.5e-7, null], [{ deep: [true] }]),
      score: fc.constantFrom(0.25, -0, 9_007_199_254_740_991),
    },
    { requiredKeys: ['path'] },
  );
  return fc
    .tuple(fc.array(record, { minLength: 1, maxLength: 12 }), fc.constantFrom(...SHAPES))
    .map(([records, shape]) => shape(records));
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
