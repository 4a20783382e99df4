/** The floor of every workspace package. A package imports only from floors below its own; `docs/architecture.md` has the same table. */
export const FLOORS: Readonly<Record<string, number>> = {
  '@palimpsest/core-types': 1,
  '@palimpsest/engine': 2,
  '@palimpsest/providers': 2,
  '@palimpsest/factory': 3,
  '@palimpsest/formats': 3,
  '@palimpsest/summarizer': 3,
  '@palimpsest/conformance': 3,
  '@palimpsest/originals': 4,
  '@palimpsest/strategy-high-density': 4,
  '@palimpsest/strategy-top-down-truncation': 4,
  '@palimpsest/strategy-extractive': 4,
  '@palimpsest/strategy-salience': 4,
  '@palimpsest/strategy-middle-out': 4,
  '@palimpsest/strategy-one-shot': 4,
  '@palimpsest/orchestrator': 5,
  palimpsest: 6,
  '@palimpsest/compat': 6,
  '@palimpsest/report': 7,
  '@palimpsest/host': 7,
  '@palimpsest/adapter': 7,
  '@palimpsest/adapter-ai-sdk': 8,
  '@palimpsest/adapter-anthropic': 8,
  '@palimpsest/adapter-google': 8,
  '@palimpsest/adapter-langchain': 8,
  '@palimpsest/adapter-mastra': 8,
  '@palimpsest/adapter-mcp': 8,
  '@palimpsest/adapter-openai': 8,
  '@palimpsest/adapter-openai-agents': 8,
  '@palimpsest/adapter-strands': 8,
  '@palimpsest/pi': 8,
  '@palimpsest/claude-code': 8,
  '@palimpsest/opencode': 8,
  '@palimpsest/proxy': 8,
  '@palimpsest/cli': 9,
};

/** The floor of every folder of `engine`. A folder imports only from floors below its own, and only what the list of another one exports. */
export const ENGINE_FLOORS: Readonly<Record<string, number>> = {
  text: 1,
  tokens: 1,
  history: 2,
  tools: 3,
  directives: 3,
  dedup: 4,
  strategy: 4,
};

/** Packages that only tests may import, from any floor. */
export const TEST_ONLY: ReadonlySet<string> = new Set([
  '@palimpsest/testing',
  '@palimpsest/conformance',
]);
