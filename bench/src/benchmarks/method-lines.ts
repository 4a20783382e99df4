import { EVERYTHING } from '../retention/methods.ts';
import { markdownTable } from './markdown-table.ts';

/** One-line description of each method in the page's tables. */
export const METHOD_LINES: Readonly<Record<string, string>> = {
  salience:
    'the lines, records and arguments of old messages that are most likely to be needed, each once; text of users goes last',
  extractive:
    'repeated text once, the most informative sentences of old prose, the results of test output; then texts are shortened',
  'high-density': 'one line for each old result; then old exchanges are removed',
  'top-down-truncation':
    'the newest exchanges and messages: the oldest are removed until the rest fits',
  'clean-window':
    'what users wrote and the newest exchange; notes of the agent would stay, but recorded sessions have none',
  everything: 'everything: what can be reached at most',
  'newest only': 'system messages, and as many of the newest exchanges as fit',
  'head and tail':
    'a few newest messages, and the first and last _n_ characters of every other string, with the largest _n_ that fits',
  'mask old results':
    'a marker for each old tool result, oldest first, until the rest fits; nothing else is removed',
  'identifier list':
    'a bound: every identifier of older messages in one long list, and a few newest messages',
};

/** Formats the table of methods and their descriptions. */
export function methodsTable(): string {
  return [
    'A target is a number of tokens of the request. Methods without one have the size that their rule leaves.',
    markdownTable(
      ['method', 'target', 'what remains'],
      Object.entries(METHOD_LINES).map(([name, line]) => [
        name,
        name === EVERYTHING ? 'none' : 'yes',
        line,
      ]),
    ),
  ].join('\n\n');
}
