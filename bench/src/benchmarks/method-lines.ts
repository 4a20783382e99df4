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
  'results to one line':
    'the same with the first line of a result (80 characters) in place of a mark',
  'newest 10 results': 'a mark in place of every tool result but the newest ten',
  '400 from each end':
    'of every result and text but those of the newest ten messages, 400 characters from each end',
  'exact duplicates':
    'a reference in place of every text or result that stands again later, unit for unit; nothing else',
  'stale reads':
    'without the reads of files that were written later, calls and results; nothing else',
  'call skeleton and newest':
    'the newest whole exchanges that fit; of older ones calls with arguments of 80 characters, and 400 characters of what a person said',
  'identifier list':
    'a bound: every distinct identifier of older messages in one long list, and a few newest messages',
  'AI SDK pruneMessages':
    'the recipe of its reference page: calls and results of all but the newest 2 messages go, and reasoning before the last',
  'AI SDK pruneMessages, agents':
    'the recipe of the guides to agents: of all but the newest 3 messages, and all reasoning',
  'LangChain ClearToolUsesEdit':
    'its defaults, made to act always: `[cleared]` in place of every result but the newest 3',
  'LangChain trimMessages':
    'the recipe of its guide: the newest messages that fit, beginning with a person. Where that person is too far back, nothing is left',
  'LangChain trimMessages, any start':
    'the same, but what is left may begin with the model as well, never with a result',
  'model summary':
    "what an agent's own model had written of the conversation when its host compacted it",
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
  return name in FIXED_BASELINES || name === 'model summary' ? 'none' : 'yes';
}
