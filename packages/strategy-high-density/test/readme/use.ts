import { createStrategy } from '@palimpsest/engine';
import type { CompressionContext, IContent } from '@palimpsest/core-types';
import { highDensity } from '@palimpsest/strategy-high-density';

const file = 'export const answer = 42;\n'.repeat(245);
const call = { id: '1', name: 'read_file', parameters: { file_path: 'src/index.ts' } };
const history: IContent[] = [
  { speaker: 'human', blocks: [{ type: 'text', text: 'What does the code say?' }] },
  { speaker: 'ai', blocks: [{ type: 'tool_call', ...call }] },
  {
    speaker: 'tool',
    blocks: [{ type: 'tool_response', callId: '1', toolName: 'read_file', result: file }],
  },
  { speaker: 'ai', blocks: [{ type: 'text', text: 'It says 42.' }] },
];

const context: CompressionContext = {
  history,
  targetTokens: 1_000,
  estimateTokens: (entries) => JSON.stringify(entries).length / 4, // your tokenizer here
  currentTokenCount: 2_000,
  runtimeContext: { ephemerals: { preserveThreshold: () => 0.2 } },
};
const result = await createStrategy(highDensity).compress(context);

const [block] = result.kind === 'applied' ? result.newHistory[2]!.blocks : [];
console.log(block?.type === 'tool_response' && block.result); // [read_file src/index.ts: success, 245 lines]
console.log(result.metadata.dropped); // { toolResults: 1 }
