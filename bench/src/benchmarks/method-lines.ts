import { FIXED_BASELINES } from '../retention/baselines.ts';
import { markdownTable } from './markdown-table.ts';

/** One-line description of each method in the page's tables. */
export const METHOD_LINES: Readonly<Record<string, string>> = {
  salience:
    'of everything old the lines, records and arguments that will be needed; each said once, people last',
  extractive:
    'repeated text said once, old prose by its telling sentences, test output by its results; then texts cut short',
  'high-density': 'old results become a line each; then whole old exchanges go',
  'top-down-truncation': 'the oldest exchanges and messages go until the rest fits',
  everything: 'nothing is left out: what can be reached at most',
  'newest only': 'system messages, and as many of the newest whole exchanges as fit',
  'head and tail':
    'of every string but those of a few newest messages, the first and last _n_ characters, with the largest _n_ that fits',
  'mask old results':
    'a mark in place of old tool results, oldest first, only until the rest fits; nothing else is given up',
  'identifier list':
    'a bound: every distinct identifier of older messages in one long list, and a few newest messages',
  'AI SDK pruneMessages, agents':
    'the recipe of the guides to agents: of all but the newest 3 messages, and all reasoning',
  'LangChain ClearToolUsesEdit':
    'its defaults, made to act always: `[cleared]` in place of every result but the newest 3',
};

/** Formats the table of methods and their descriptions. */
export function methodsTable(): string {
  return [
    'Sizes are asked for in tokens of the request. Those that take no target end where they end.',
    markdownTable(
      ['method', 'target', 'what is left'],
      Object.entries(METHOD_LINES).map(([name, line]) => [name, takesTarget(name), line]),
    ),
  ].join('\n\n');
}

function takesTarget(name: string): string {
  return name in FIXED_BASELINES ? 'none' : 'yes';
}
