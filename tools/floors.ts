/** The floor of every workspace package. A package imports only from floors below its own; `docs/architecture.md` draws the same. */
export const FLOORS: Readonly<Record<string, number>> = {
  '@palimpsest/core-types': 1,
  '@palimpsest/history': 2,
  '@palimpsest/tool-taxonomy': 2,
  '@palimpsest/tokenizer': 2,
  '@palimpsest/formats': 2,
  '@palimpsest/testing': 2,
  '@palimpsest/text': 2,
  '@palimpsest/originals': 2,
  '@palimpsest/dedup': 3,
  '@palimpsest/classifier': 3,
  '@palimpsest/summarizer': 3,
  '@palimpsest/salience': 3,
  '@palimpsest/factory': 3,
  '@palimpsest/conformance': 3,
  '@palimpsest/strategy-high-density': 4,
  '@palimpsest/strategy-top-down-truncation': 4,
  '@palimpsest/strategy-extractive': 4,
  '@palimpsest/strategy-salience': 4,
  palimpsest: 6,
  '@palimpsest/compat-cce': 6,
  '@palimpsest/cli': 7,
};

/** Packages that only tests may import, from any floor. */
export const TEST_ONLY: ReadonlySet<string> = new Set([
  '@palimpsest/testing',
  '@palimpsest/conformance',
]);
