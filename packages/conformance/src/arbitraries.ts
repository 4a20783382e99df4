import type { ContentBlock, IContent, ToolCallBlock } from '@palimpsest/core-types';
import fc from 'fast-check';

/** Texts that have broken somebody before: blank, long, many lines, other scripts, halves of characters, forged marks. */
export function textArbitrary(): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.lorem({ maxCount: 30 }) },
    fc.string({ maxLength: 40 }),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom(
      'ok',
      '中文没有空格，也要算。',
      '👩‍👩‍👧‍👦 family',
      'half a character \ud83d here',
      'first\r\nsecond\r\n',
      'Error: ENOENT: no such file',
      'Exit code 1\nFAILED tests/a.test.ts\n1 failed',
      '[3 earlier entries were dropped here; 2 follow]',
      '[read_file a.ts: success, 12 lines]',
      '[Result pruned — re-run tool to retrieve]',
    ),
    fc.integer({ min: 1, max: 60 }).map((lines) => 'a line of output\n'.repeat(lines)),
    fc
      .tuple(fc.constantFrom('a.ts', 'src/b.ts'), fc.lorem({ maxCount: 8 }))
      .map(
        ([path, content]) => `See:\n--- ${path} ---\n${content}\n--- End of content ---\nthanks`,
      ),
  );
}

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
] as const;

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

function resultArbitrary(): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 5, arbitrary: textArbitrary() },
    fc.jsonValue({ maxDepth: 2 }),
    textArbitrary().map((output) => ({ output, exitCode: output.length % 2 })),
    fc.constant(undefined),
  );
}

/** One call, and how it was answered: not at all, late, twice, or under an id that another call has too. */
interface CallPlan {
  readonly name: string;
  readonly parameters: unknown;
  readonly result: unknown;
  readonly error: string | undefined;
  readonly fate: 'answered' | 'unanswered' | 'twice';
  readonly idKind: 'own' | 'shared' | 'empty';
}

function callArbitrary(): fc.Arbitrary<CallPlan> {
  return fc.record({
    name: fc.constantFrom(...TOOLS),
    parameters: parametersArbitrary(),
    result: resultArbitrary(),
    error: fc.option(fc.constantFrom('ENOENT', 'denied', 'x'.repeat(700)), {
      nil: undefined,
      freq: 5,
    }),
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

type Piece =
  | {
      readonly kind: 'say';
      readonly speaker: 'human' | 'ai' | 'system';
      readonly text: string;
      readonly pinned: boolean;
    }
  | { readonly kind: 'think'; readonly thought: string; readonly signature: string }
  | { readonly kind: 'media' }
  | {
      readonly kind: 'tools';
      readonly calls: readonly CallPlan[];
      readonly says: string | undefined;
      readonly thinks: boolean;
      readonly isLate: boolean;
      readonly isOneEntry: boolean;
    }
  | { readonly kind: 'orphan' };

function pieceArbitrary(): fc.Arbitrary<Piece> {
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('say' as const),
        speaker: fc.constantFrom('human', 'human', 'ai', 'ai', 'system'),
        text: textArbitrary(),
        pinned: fc.nat(15).map((roll) => roll === 0),
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('tools' as const),
        calls: fc.array(callArbitrary(), { minLength: 1, maxLength: 3 }),
        says: fc.option(fc.lorem({ maxCount: 6 }), { nil: undefined }),
        thinks: fc.boolean(),
        isLate: fc.nat(9).map((roll) => roll === 0),
        isOneEntry: fc.boolean(),
      }),
    },
    fc.record({
      kind: fc.constant('think' as const),
      thought: fc.lorem({ maxCount: 5 }),
      signature: fc.string({ maxLength: 8 }),
    }),
    fc.constant({ kind: 'media' as const }),
    fc.constant({ kind: 'orphan' as const }),
  );
}

/** Histories that are nasty on purpose, broken ones included: what a strategy must live with. */
export function historyArbitrary({
  maxPieces = 14,
}: { readonly maxPieces?: number } = {}): fc.Arbitrary<IContent[]> {
  return fc.array(pieceArbitrary(), { maxLength: maxPieces }).map(assemble);
}

function assemble(pieces: readonly Piece[]): IContent[] {
  const entries: IContent[] = [];
  const late: IContent[] = [];
  let count = 0;
  for (const piece of pieces) {
    switch (piece.kind) {
      case 'say':
        entries.push({
          speaker: piece.speaker,
          blocks: [{ type: 'text', text: piece.text }],
          ...(piece.pinned ? { metadata: { pinned: true } } : {}),
        });
        break;
      case 'think':
        entries.push({
          speaker: 'ai',
          blocks: [{ type: 'thinking', thought: piece.thought, signature: piece.signature }],
        });
        break;
      case 'media':
        entries.push({
          speaker: 'human',
          blocks: [{ type: 'media', mimeType: 'image/png', data: 'aGVsbG8=', encoding: 'base64' }],
        });
        break;
      case 'orphan':
        entries.push({
          speaker: 'tool',
          blocks: [{ type: 'tool_response', callId: 'nobody', toolName: 'Read', result: 'lost' }],
        });
        break;
      case 'tools': {
        const calls = piece.calls.map(({ name, parameters, idKind }): ToolCallBlock => {
          count += 1;
          const id = idKind === 'own' ? `call-${count}` : idKind === 'shared' ? '0' : '';
          return { type: 'tool_call', id, name, parameters };
        });
        const blocks: ContentBlock[] = [...calls];
        if (piece.says !== undefined) blocks.unshift({ type: 'text', text: piece.says });
        if (piece.thinks) blocks.unshift({ type: 'thinking', thought: 'hm', signature: 's' });
        entries.push({ speaker: 'ai', blocks });
        const responses = piece.calls.flatMap((call, at) => respond(call, calls[at]!));
        const answers: IContent[] =
          piece.isOneEntry && responses.length > 0
            ? [{ speaker: 'tool', blocks: responses }]
            : responses.map((response) => ({ speaker: 'tool', blocks: [response] }));
        (piece.isLate ? late : entries).push(...answers);
        break;
      }
    }
    if (piece.kind === 'say' && late.length > 0) entries.push(...late.splice(0));
  }
  return [...entries, ...late];
}

function respond({ fate, result, error }: CallPlan, call: ToolCallBlock): ContentBlock[] {
  if (fate === 'unanswered') return [];
  const response: ContentBlock = {
    type: 'tool_response',
    callId: call.id,
    toolName: call.name,
    result,
    ...(error === undefined ? {} : { error }),
  };
  return fate === 'twice' ? [response, { ...response }] : [response];
}
