import { ENTRY_POINTS } from '../entry-points.ts';

/** Entries that import a peer dependency, with its name. Only their users install it. */
const NEEDS_PEER: Readonly<Record<string, string>> = {
  '@palimpsest/adapter-ai-sdk': 'ai',
  '@palimpsest/adapter-google/adk': '@google/adk',
  '@palimpsest/adapter-langchain': 'langchain',
  '@palimpsest/adapter-mastra': '@mastra/core',
  '@palimpsest/adapter-mcp': '@modelcontextprotocol/sdk',
  '@palimpsest/adapter-openai-agents': '@openai/agents',
  '@palimpsest/adapter-strands': '@strands-agents/sdk',
  '@palimpsest/conformance/vitest': 'vitest',
  '@palimpsest/orchestrator/opentelemetry': '@opentelemetry/api',
  '@palimpsest/orchestrator/queue': 'bullmq',
};

/** Entries that run only on Node. */
const NODE_ONLY: ReadonlySet<string> = new Set([
  '@palimpsest/cli',
  '@palimpsest/originals/node',
  '@palimpsest/proxy/node',
]);

const all = ENTRY_POINTS.map(({ specifier }) => specifier);
const complete = all.filter((specifier) => !(specifier in NEEDS_PEER));
const inBrowsers = complete.filter((specifier) => !NODE_ONLY.has(specifier));

/** Returns code that prints the exported names of each entry, as JSON. */
function listing(specifiers: readonly string[], load: (specifier: string) => string): string {
  const entries = specifiers.map(
    (specifier) => `[${JSON.stringify(specifier)}, Object.keys(${load(specifier)}).sort()]`,
  );
  return `console.log(JSON.stringify(Object.fromEntries([\n${entries.join(',\n')}\n])));\n`;
}

/** Returns the same code with static imports, as bundlers need them. */
function importing(specifiers: readonly string[]): string {
  const imports = specifiers.map((specifier, n) => `import * as entry${n} from '${specifier}';\n`);
  const names = new Map(specifiers.map((specifier, n) => [specifier, `entry${n}`]));
  return imports.join('') + listing(specifiers, (specifier) => names.get(specifier)!);
}

/** Program that checks that each entry without its peer fails with an error that names the peer. */
const missing = `for (const [specifier, peer] of ${JSON.stringify(Object.entries(NEEDS_PEER))}) {
  try {
    await import(specifier);
    throw new Error(specifier + ' was imported without ' + peer);
  } catch (error) {
    if (!/MODULE_NOT_FOUND/.test(error.code) || !error.message.includes(peer)) throw error;
  }
}
console.log('ok');
`;

/** Programs that load every entry of every package. Those that list names print the same for the same entries. */
export const EVERY_ENTRY = {
  module: importing(complete),
  script: listing(complete, (specifier) => `require('${specifier}')`),
  browser: importing(inBrowsers),
  /** Prints `ok` if each entry without its peer names the peer. */
  missing,
  /** For a project that has OpenTelemetry installed. */
  measured: importing(['@palimpsest/orchestrator/opentelemetry']),
} as const;

/**
 * Compares the output of two programs of `EVERY_ENTRY`.
 *
 * @throws {Error} when an entry exports nothing, or other names than expected
 */
export function assertSameNames(printed: string, expected: string, where: string): void {
  const given = JSON.parse(printed) as Readonly<Record<string, readonly string[]>>;
  const known = JSON.parse(expected) as typeof given;
  for (const [specifier, listed] of Object.entries(given)) {
    // Node adds it to a required module with a default export.
    const names = listed.filter((name) => name !== '__esModule');
    if (names.length === 0) throw new Error(`${specifier} gives out nothing ${where}`);
    if (names.join() !== known[specifier]?.join())
      throw new Error(`${specifier} gives out ${names.join(', ')} ${where}`);
  }
}
