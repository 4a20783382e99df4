import { createStrategy } from '@palimpsest/engine';
import type { CompressionContext, IContent } from '@palimpsest/core-types';
import { salience } from '@palimpsest/strategy-salience';

const say = (speaker: 'human' | 'ai', text: string): IContent => ({
  speaker,
  blocks: [{ type: 'text', text }],
});
const use = (id: string, name: string, parameters: object, result: string): IContent[] => [
  { speaker: 'ai', blocks: [{ type: 'tool_call', id, name, parameters }] },
  { speaker: 'tool', blocks: [{ type: 'tool_response', callId: id, toolName: name, result }] },
];
const steps = Array.from({ length: 40 }, (_, at) => `ok ${at} gate_${at * 7} opens and closes`);
const test = [...steps, 'Error: gate_91 has no tariff', ...steps.slice(30), 'exit code 1'];
const code = [
  'export function openGate(gate: Gate): void {',
  '  const tariff = tariffOf(gate);',
  '  if (tariff === undefined) throw new Error(`${gate.id} has no tariff`);',
  '  // Gates are opened slowly, so that nobody is hurt, as it was agreed in spring.',
  '  gate.open();',
  '}',
];
const file = 'packages/harbour/src/open-gate.ts';
const history = [
  say('human', 'Why do the tests of the harbour fail? Do not change the tests.'),
  ...use('1', 'bash', { command: 'pnpm test --filter harbour' }, test.join('\n')),
  ...use('2', 'read_file', { path: file }, code.join('\n')),
  say('ai', 'gate_91 has no tariff, so tariffOf() answers nothing.'),
  say('human', 'And where do tariffs come from?'),
  ...use('3', 'grep', { pattern: 'tariffOf', path: 'packages' }, 'harbour/src/tariffs.ts:7'),
];

const context: CompressionContext = {
  history,
  targetTokens: 330,
  estimateTokens: (entries) => JSON.stringify(entries.map(({ blocks }) => blocks)).length / 4, // your tokenizer here
  currentTokenCount: 1_000,
  runtimeContext: { ephemerals: {} },
};
const strategy = createStrategy(salience);
const result = await strategy.compress(context);

const [report, ...newest] = result.kind === 'applied' ? result.newHistory : [];
const [block] = report!.blocks;
if (block?.type === 'text') console.log(block.text);
console.log(`… and the newest ${newest.length} messages, unchanged`);
