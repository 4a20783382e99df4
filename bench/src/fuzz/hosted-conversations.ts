import type { FormatName } from '@palimpsest/formats';
import fc from 'fast-check';
import { AGENTS, RESPONSES, itemTurn } from './hosted-items.ts';
import { pick, question, type HostedCall, type HostedTurn } from './hosted-turn.ts';

/** What conversations have in common. */
export interface HostedOptions {
  readonly turns: { readonly minLength?: number; readonly maxLength: number };
  /** The texts that tools return. */
  readonly outputs: fc.Arbitrary<string>;
  /** Whether people write between the responses of the model. @default true */
  readonly hasQuestions?: boolean;
  /** What all calls have in common. @default nothing */
  readonly calls?: Partial<HostedCall>;
}

/** Draws a conversation with tools that the provider runs itself; `undefined` if the format has none. */
export function hostedConversations(
  format: FormatName,
  { turns, outputs, hasQuestions = true, calls = {} }: HostedOptions,
): fc.Arbitrary<object[]> | undefined {
  const write = WRITERS[format];
  if (write === undefined) return undefined;
  const sentence = fc.constantFrom('Go on with berth 7.', 'It is clear.', 'The crane waits.');
  const call: fc.Arbitrary<HostedCall> = fc
    .record({
      tool: fc.nat(),
      input: sentence,
      output: outputs,
      approval: fc.constantFrom('not asked', 'granted', 'granted', 'denied'),
      thinksFirst: fc.boolean(),
    })
    .map((drawn) => ({ ...drawn, ...calls }));
  const turn: fc.Arbitrary<HostedTurn> = fc.record({
    question: hasQuestions ? fc.oneof(sentence, fc.constant('')) : fc.constant(''),
    announcement: fc.oneof(sentence, fc.constant('')),
    calls: fc.array(call, { minLength: 1, maxLength: 4 }),
    isParallel: fc.boolean(),
    callsHost: fc.nat(3).map((roll) => roll === 0),
    answer: fc.oneof({ weight: 3, arbitrary: sentence }, fc.constant('')),
  });
  return fc.array(turn, turns).map((drawn) => [
    ...drawn.flatMap((one, at) => {
      const asked = at === 0 && one.question === '' ? { ...one, question: 'Start.' } : one;
      return write(asked, `t${at}`);
    }),
    ...write.question('What is next?'),
  ]);
}

interface TurnWriter {
  (turn: HostedTurn, id: string): object[];
  readonly question: (text: string) => object[];
}

const ANTHROPIC_TOOLS = [
  'web_search',
  'web_fetch',
  'code_execution',
  'bash_code_execution',
  'text_editor_code_execution',
  'mcp',
] as const;

function anthropicTurn(turn: HostedTurn, id: string): object[] {
  const pairs = turn.calls.map(({ tool, input, output }, at) => {
    const name = pick(ANTHROPIC_TOOLS, tool);
    const use = { id: `${id}_${at}`, name, input: { query: input } };
    const result = { tool_use_id: use.id, content: anthropicOutput(name, output) };
    return name === 'mcp'
      ? [
          { ...use, type: 'mcp_tool_use', server_name: 'port' },
          { ...result, type: 'mcp_tool_result', is_error: false },
        ]
      : [
          { ...use, type: 'server_tool_use' },
          { ...result, type: `${name}_tool_result` },
        ];
  });
  const host = { type: 'tool_use', id: `${id}_host`, name: 'read', input: { path: 'berths.md' } };
  const content = [
    ...texts(turn.announcement),
    ...inOrder(pairs, turn.isParallel),
    ...texts(turn.answer),
    ...(turn.callsHost ? [host] : []),
  ];
  const result = { type: 'tool_result', tool_use_id: host.id, content: 'berth 7' };
  return [
    ...question(turn.question),
    { role: 'assistant', content },
    ...(turn.callsHost ? [{ role: 'user', content: [result] }] : []),
  ];
}

function anthropicOutput(name: (typeof ANTHROPIC_TOOLS)[number], text: string): unknown {
  switch (name) {
    case 'web_search':
      return [
        {
          type: 'web_search_result',
          url: 'https://port.test',
          title: 'P',
          encrypted_content: text,
        },
      ];
    case 'web_fetch': {
      const source = { type: 'text', media_type: 'text/plain', data: text };
      const content = { type: 'document', source };
      return { type: 'web_fetch_result', url: 'https://port.test', content };
    }
    case 'mcp':
      return [{ type: 'text', text }];
    default:
      return { type: `${name}_result`, stdout: text, stderr: '', return_code: 0, content: [] };
  }
}

const texts = (text: string): object[] => (text === '' ? [] : [{ type: 'text', text }]);

/** Puts each result after its call, or all of them after all calls. */
function inOrder(pairs: readonly (readonly object[])[], isParallel: boolean): readonly object[] {
  if (!isParallel) return pairs.flat();
  return [...pairs.map(([use]) => use!), ...pairs.flatMap(([, ...results]) => results)];
}

const textParts = (text: string): object[] => (text === '' ? [] : [{ text }]);

function geminiTurn(turn: HostedTurn, id: string): object[] {
  const parts = turn.calls.flatMap(({ tool, input, output, thinksFirst }, at) => {
    const ids = tool % 2 === 0 ? { id: `${id}_${at}` } : {};
    const signed = thinksFirst ? { thoughtSignature: 'c2ln' } : {};
    return [
      { executableCode: { ...ids, language: 'PYTHON', code: input }, ...signed },
      { codeExecutionResult: { ...ids, outcome: 'OUTCOME_OK', output } },
    ];
  });
  const host = { functionCall: { name: 'read', args: { path: 'berths.md' } } };
  const result = { functionResponse: { name: 'read', response: { output: 'berth 7' } } };
  // A call of the model must follow a user turn.
  const asked = turn.question === '' ? 'Go on.' : turn.question;
  return [
    { role: 'user', parts: [{ text: asked }] },
    {
      role: 'model',
      parts: [
        ...textParts(turn.announcement),
        ...parts,
        ...textParts(turn.answer),
        ...(turn.callsHost ? [host] : []),
      ],
    },
    ...(turn.callsHost ? [{ role: 'user', parts: [result] }] : []),
  ];
}

const WRITERS: Partial<Readonly<Record<FormatName, TurnWriter>>> = {
  anthropic: Object.assign(anthropicTurn, { question }),
  gemini: Object.assign(geminiTurn, {
    question: (text: string) => [{ role: 'user', parts: [{ text }] }],
  }),
  'openai-responses': Object.assign(
    (turn: HostedTurn, id: string) => itemTurn(turn, id, RESPONSES),
    { question },
  ),
  'openai-agents': Object.assign((turn: HostedTurn, id: string) => itemTurn(turn, id, AGENTS), {
    question,
  }),
};
