import type { CompressionContext, IContent, ModelProvider } from '@palimpsest/core-types';
import { createStrategy } from '@palimpsest/engine';
import { defineSummaryStrategy, findPreservedTailStart } from '@palimpsest/summarizer/history';

const say = (speaker: 'human' | 'ai', text: string): IContent => ({
  speaker,
  blocks: [{ type: 'text', text }],
});
const run = (id: string, name: string, parameters: unknown, result: string): IContent[] => [
  { speaker: 'ai', blocks: [{ type: 'tool_call', id, name, parameters }] },
  { speaker: 'tool', blocks: [{ type: 'tool_response', callId: id, toolName: name, result }] },
];
const log = Array.from({ length: 60 }, (_, at) => `gate_${at} opened and closed`).join('\n');
const history = [
  say('human', 'Why does gate_91 stay shut? Never restart the harbour service.'),
  ...run('1', 'read_file', { path: 'logs/may.txt' }, log),
  ...run('2', 'bash', { command: 'pnpm test gates' }, 'Error: gate_91 has no tariff\nexit code 1'),
  say('ai', 'gate_91 has no tariff, so nothing opens it.'),
  say('human', 'Then give it one.'),
  say('ai', 'Which one?'),
];

// Any model: one of @palimpsest/providers, or a generator of your own.
const model: ModelProvider = {
  name: 'mine',
  async *generateChatCompletion({ contents }) {
    console.log(`asked in ${contents.length} entries`);
    yield say('ai', '<scratchpad>Short.</scratchpad><state_snapshot>\n');
    yield say('ai', 'gate_91 stays shut: it has no tariff.\n</state_snapshot>');
  },
};
const context: CompressionContext = {
  history,
  estimateTokens: (entries) => JSON.stringify(entries.map(({ blocks }) => blocks)).length / 4, // your tokenizer here
  currentTokenCount: 1_000,
  runtimeContext: { ephemerals: { preserveThreshold: () => 0.25 } },
};
const plugin = defineSummaryStrategy({
  name: 'all-but-the-newest',
  description: 'A model summarizes all but the newest messages.',
  split: (input) => ({ top: 0, bottom: findPreservedTailStart(input) }),
});
const result = await createStrategy(plugin, { model }).compress(context);

for (const { blocks } of result.kind === 'applied' ? result.newHistory : [])
  for (const block of blocks) if (block.type === 'text') console.log(`${block.text}\n--`);
