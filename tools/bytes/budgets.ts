import { TEST_ONLY } from '../floors.ts';
import { ENTRY_POINTS } from './entry-points.ts';
import type { Import } from './measure-import.ts';

/** Maximum size of an import, in kB of 1,000 bytes, minified and gzipped. */
export interface Budget extends Import {
  /** Size of the package alone. */
  readonly own: number;
  /** Size with everything it imports. */
  readonly whole?: number;
}

const STRATEGY_BUDGET = { own: 8, whole: 30 } as const;

/** Strategies as applications import them: the plugin alone. */
const STRATEGIES: readonly Budget[] = [
  ['high-density', 'highDensity'],
  ['top-down-truncation', 'topDownTruncation'],
  ['salience', 'salience'],
  ['extractive', 'extractive'],
  ['middle-out', 'middleOut'],
  ['one-shot', 'oneShot'],
].map(([strategy, name]) => ({
  specifier: `@palimpsest/strategy-${strategy}`,
  name: name!,
  ...STRATEGY_BUDGET,
}));

/** Budgets for all exports of an entry, by entry. */
const ENTRIES: Readonly<Record<string, Omit<Budget, keyof Import>>> = {
  '@palimpsest/adapter': { own: 8, whole: 60 },
  '@palimpsest/adapter-ai-sdk': { own: 3, whole: 60 },
  '@palimpsest/adapter-anthropic': { own: 3, whole: 60 },
  '@palimpsest/adapter-google': { own: 2, whole: 60 },
  '@palimpsest/adapter-google/adk': { own: 3, whole: 60 },
  '@palimpsest/adapter-langchain': { own: 4, whole: 60 },
  '@palimpsest/adapter-mastra': { own: 3, whole: 60 },
  '@palimpsest/adapter-mcp': { own: 7 },
  '@palimpsest/adapter-openai': { own: 3, whole: 60 },
  '@palimpsest/adapter-openai-agents': { own: 3, whole: 60 },
  '@palimpsest/claude-code': { own: 3, whole: 154 },
  '@palimpsest/cli': { own: 30 },
  '@palimpsest/compat-cce': { own: 7 },
  '@palimpsest/compat-llxprt': { own: 3 },
  '@palimpsest/core-types': { own: 8.2, whole: 8.2 },
  '@palimpsest/dedup': { own: 4 },
  '@palimpsest/directives': { own: 45.4 },
  '@palimpsest/directives/words': { own: 0.6, whole: 0.6 },
  '@palimpsest/engine': { own: 3.4, whole: 15.9 },
  '@palimpsest/engine/directives': { own: 4.5 },
  '@palimpsest/engine/rules': { own: 1.5 },
  '@palimpsest/engine/run': { own: 5 },
  '@palimpsest/factory': { own: 7, whole: 14 },
  '@palimpsest/factory/settings': { own: 5.8, whole: 6.5 },
  '@palimpsest/formats': { own: 35.2 },
  '@palimpsest/formats/openai': { own: 6.5 },
  '@palimpsest/formats/openai-responses': { own: 9.3 },
  '@palimpsest/formats/openai-agents': { own: 9.5 },
  '@palimpsest/formats/anthropic': { own: 6.8 },
  '@palimpsest/formats/gemini': { own: 6.6 },
  '@palimpsest/formats/genkit': { own: 6.35 },
  '@palimpsest/formats/pi': { own: 5.4 },
  '@palimpsest/formats/icontent': { own: 1 },
  '@palimpsest/formats/claude-code': { own: 8.6 },
  '@palimpsest/formats/codex': { own: 10.2 },
  '@palimpsest/formats/ai-sdk': { own: 7.6 },
  '@palimpsest/formats/langchain': { own: 9.4 },
  '@palimpsest/host': { own: 2, whole: 120 },
  '@palimpsest/history': { own: 15.3 },
  '@palimpsest/orchestrator': { own: 29 },
  '@palimpsest/orchestrator/background': { own: 4 },
  '@palimpsest/orchestrator/opentelemetry': { own: 3.4, whole: 3.4 },
  '@palimpsest/orchestrator/agent-tools': { own: 1.3, whole: 1.3 },
  '@palimpsest/orchestrator/session': { own: 30 },
  '@palimpsest/originals': { own: 10 },
  '@palimpsest/originals/node': { own: 4.3 },
  '@palimpsest/originals/recall': { own: 5 },
  '@palimpsest/originals/redis': { own: 1 },
  '@palimpsest/originals/search': { own: 8 },
  '@palimpsest/originals/unstorage': { own: 1.2 },
  '@palimpsest/originals/sessions': { own: 8 },
  palimpsest: { own: 6.9 },
  'palimpsest/core': { own: 7 },
  '@palimpsest/opencode': { own: 5, whole: 120 },
  '@palimpsest/opencode/provider': { own: 1, whole: 2 },
  '@palimpsest/pi': { own: 4, whole: 120 },
  '@palimpsest/proxy': { own: 13.1, whole: 130 },
  '@palimpsest/proxy/node': { own: 14.4, whole: 130 },
  '@palimpsest/providers': { own: 5.4, whole: 6 },
  '@palimpsest/providers/from-function': { own: 1.6, whole: 2 },
  '@palimpsest/report': { own: 8 },
  '@palimpsest/strategy-salience/rank': { own: 15.6 },
  '@palimpsest/strategy-extractive': STRATEGY_BUDGET,
  '@palimpsest/strategy-high-density': STRATEGY_BUDGET,
  '@palimpsest/strategy-middle-out': STRATEGY_BUDGET,
  '@palimpsest/strategy-one-shot': STRATEGY_BUDGET,
  '@palimpsest/strategy-salience': STRATEGY_BUDGET,
  '@palimpsest/strategy-salience/explain': { own: 8, whole: 32 },
  '@palimpsest/strategy-top-down-truncation': STRATEGY_BUDGET,
  '@palimpsest/summarizer': { own: 18 },
  '@palimpsest/summarizer/classify': { own: 14 },
  '@palimpsest/summarizer/history': { own: 27.5 },
  '@palimpsest/summarizer/reduce': { own: 18.9 },
  '@palimpsest/text': { own: 6.3, whole: 6.3 },
  '@palimpsest/tokenizer': { own: 4, whole: 7 },
  '@palimpsest/tool-taxonomy': { own: 11.6, whole: 17 },
  '@palimpsest/worker': { own: 3 },
};

/** A preset of tools is a table without imports. */
const PRESET_BUDGET = { own: 0.6, whole: 0.6 } as const;
const isPreset = (specifier: string): boolean => specifier.includes('/presets/');

/** All imports with a budget: each entry of the published packages except test kits, and the plugin of each strategy. */
export const BUDGETS: readonly Budget[] = [
  ...STRATEGIES,
  ...ENTRY_POINTS.filter(({ owner }) => !TEST_ONLY.has(owner)).map(({ specifier }) => {
    const budget = isPreset(specifier) ? PRESET_BUDGET : ENTRIES[specifier];
    if (budget === undefined)
      throw new Error(`${specifier} has no budget: give it one in tools/bytes/budgets.ts.`);
    return { specifier, ...budget };
  }),
];
