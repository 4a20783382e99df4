import { createStrategy } from '@palimpsest/engine';
import type { CompressionContext, IContent } from '@palimpsest/core-types';
import { salience } from '@palimpsest/strategy-salience';

const say = (speaker: 'human' | 'ai', text: string): IContent => ({
  speaker,
  blocks: [{ type: 'text', text }],
});
const run = (id: string, command: string, result: string): IContent[] => [
  { speaker: 'ai', blocks: [{ type: 'tool_call', id, name: 'bash', parameters: { command } }] },
  { speaker: 'tool', blocks: [{ type: 'tool_response', callId: id, toolName: 'bash', result }] },
];
const steps = Array.from({ length: 30 }, (_, at) => `ok ${at} gate_${at * 7} opens and closes`);
const test = [...steps, 'Error: gate_91 has no tariff', ...steps.slice(5), 'exit code 1'];
const code = [
  'export function openGate(gate: Gate): void {',
  '  const tariff = tariffOf(gate);',
  '  if (tariff === undefined) throw new Error(`${gate.id} has no tariff`);',
  '  // Gates are opened slowly, so that nobody is hurt, as it was agreed in spring.',
  '  gate.open();',
  '}',
];
const history = [
  say('human', 'Why do the tests of the harbour fail?'),
  ...run('1', 'pnpm test --filter harbour', test.join('\n')),
  ...run('2', 'cat packages/harbour/src/open-gate.ts', code.join('\n')),
  say('ai', 'gate_91 has no tariff, so tariffOf() answers nothing.'),
  say('human', 'And where do tariffs come from?'),
  say('ai', 'I will look.'),
];

const context: CompressionContext = {
  history,
  targetTokens: 240,
  estimateTokens: (entries) => JSON.stringify(entries.map(({ blocks }) => blocks)).length / 4, // your tokenizer here
  currentTokenCount: 1_000,
  runtimeContext: { ephemerals: {} },
};
const strategy = createStrategy(salience);
const result = await strategy.compress(context);

for (const { blocks } of result.kind === 'applied' ? result.newHistory.slice(1, 5) : []) {
  const [block] = blocks;
  if (block?.type === 'text') console.log(block.text);
  if (block?.type === 'tool_call') console.log(`> ${JSON.stringify(block.parameters)}`);
  if (block?.type === 'tool_response') console.log(block.result);
}
