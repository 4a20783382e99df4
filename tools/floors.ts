/** The floor of every workspace package. A package imports only from floors below its own; `docs/architecture.md` draws the same. */
export const FLOORS: Readonly<Record<string, number>> = {
  '@palimpsest/core-types': 1,
  '@palimpsest/text': 1,
  '@palimpsest/history': 2,
  '@palimpsest/tool-taxonomy': 2,
  '@palimpsest/tokenizer': 2,
  '@palimpsest/formats': 2,
  '@palimpsest/testing': 2,
  '@palimpsest/originals': 2,
  '@palimpsest/dedup': 3,
  '@palimpsest/classifier': 3,
  '@palimpsest/summarizer': 3,
  '@palimpsest/salience': 3,
  '@palimpsest/directives': 3,
  '@palimpsest/providers': 3,
  '@palimpsest/factory': 3,
  '@palimpsest/conformance': 3,
  '@palimpsest/snapshot': 4,
  '@palimpsest/reductions': 4,
  '@palimpsest/strategy-high-density': 5,
  '@palimpsest/strategy-top-down-truncation': 5,
  '@palimpsest/strategy-extractive': 5,
  '@palimpsest/strategy-salience': 5,
  '@palimpsest/strategy-middle-out': 5,
  '@palimpsest/strategy-one-shot': 5,
  '@palimpsest/orchestrator': 6,
  palimpsest: 7,
  '@palimpsest/compat-cce': 7,
  '@palimpsest/compat-llxprt': 7,
  '@palimpsest/cli': 8,
  '@palimpsest/adapter': 8,
};

/** Packages that only tests may import, from any floor. */
export const TEST_ONLY: ReadonlySet<string> = new Set([
  '@palimpsest/testing',
  '@palimpsest/conformance',
]);
