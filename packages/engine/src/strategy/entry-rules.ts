import {
  OptionError,
  type ContentBlock,
  type IContent,
  type ToolTaxonomy,
  type ToolUse,
} from '@palimpsest/core-types';
import { indexExchanges, type EntryPredicate } from '../history/index.ts';
import { defaultToolTaxonomy } from '../tools/index.ts';

/** A user's rule that selects entries: a part of a text, `/regular expression/flags`, `tool:NAME` or `file:GLOB`. */
export interface EntryRule {
  /** As it was given. */
  readonly rule: string;
  readonly matchesText?: (text: string) => boolean;
  readonly matchesCall?: (name: string, use: ToolUse) => boolean;
}

/**
 * Reads a rule. In `tool:` and `file:`, `*` stands for characters within a name, `**` also for folders, and `?` for one character. A file's
 * rule also matches paths that end with it: `file:src/*.ts` matches `/home/me/project/src/a.ts`.
 *
 * @param option names the rule in errors
 * @throws {OptionError} when the rule is empty, or is no valid regular expression
 */
export function readEntryRule(rule: string, option: string): EntryRule {
  const [, kind, pattern = ''] = /^(tool|file):(.*)$/s.exec(rule) ?? [];
  const [, source, flags] = /^\/(.+)\/([imsu]*)$/s.exec(rule) ?? [];
  if (rule.trim() === '' || (kind !== undefined && pattern.trim() === '')) {
    throw new OptionError(option, rule, 'a text, /a regular expression/, tool:NAME or file:GLOB');
  }
  if (kind === 'tool') {
    const name = globPattern(pattern.trim());
    return { rule, matchesCall: (called) => name.test(called) };
  }
  if (kind === 'file') {
    const path = globPattern(pattern.trim().replace(/^\.\//, ''), '(?:.*/)?');
    return { rule, matchesCall: (_, { paths }) => paths.some((each) => path.test(each)) };
  }
  if (source === undefined) return { rule, matchesText: (text) => text.includes(rule) };
  try {
    const regularExpression = new RegExp(source, flags);
    return { rule, matchesText: (text) => regularExpression.test(text) };
  } catch (error) {
    const expected = `a valid regular expression (${(error as Error).message})`;
    throw new OptionError(option, rule, expected);
  }
}

/** Reads rules, one in each line. Blank lines are skipped. */
export function readEntryRules(lines: string, option: string): readonly EntryRule[] {
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => readEntryRule(line, option));
}

// No glob library: only three wildcards are needed, and it would be most of the code of the plugins that have a size limit.
function globPattern(glob: string, before = ''): RegExp {
  const source = glob.replaceAll(/\*\*\/?|[*?]|[^*?]+/g, (part) => {
    if (part === '**/') return '(?:.*/)?';
    if (part === '**') return '.*';
    if (part === '*') return '[^/\\\\]*';
    return part === '?' ? '[^/\\\\]' : part.replaceAll(/[\\^$.+()[\]{}|]/g, '\\$&');
  });
  return new RegExp(`^${before}${source}$`, 's');
}

/**
 * Returns a predicate for the blocks that match a rule. A result matches as its call does.
 *
 * @param entries all entries, to find the calls of results
 * @param taxonomy knows the files of calls. @default the presets of `@palimpsest/engine/tools`
 */
export function matchBlocks(
  rules: readonly EntryRule[],
  entries: readonly IContent[],
  taxonomy: ToolTaxonomy = defaultToolTaxonomy,
): (block: ContentBlock) => boolean {
  const callRules = rules.flatMap(({ matchesCall }) => matchesCall ?? []);
  const textRules = rules.flatMap(({ matchesText }) => matchesText ?? []);
  // By identity, because ids of calls need not be unique.
  const known = new WeakMap<ContentBlock, boolean>();
  const { exchanges } = callRules.length === 0 ? { exchanges: [] } : indexExchanges(entries);
  for (const { calls } of exchanges) {
    for (const { call, response } of calls) {
      const use = taxonomy.describe(call.name, call.parameters);
      if (!callRules.some((matches) => matches(call.name, use))) continue;
      known.set(call, true);
      if (response !== undefined) known.set(response.response, true);
    }
  }
  return (block) => {
    const before = known.get(block);
    if (before !== undefined) return before;
    const text = textRules.length === 0 ? '' : [...textsOf(block)].join('\n');
    const matches = textRules.some((rule) => rule(text));
    known.set(block, matches);
    return matches;
  };
}

/** Returns a predicate for the entries with a block that matches a rule, and for copies of them. */
export function matchEntries(
  rules: readonly EntryRule[],
  entries: readonly IContent[],
  taxonomy: ToolTaxonomy = defaultToolTaxonomy,
): EntryPredicate {
  const matches = matchBlocks(rules, entries, taxonomy);
  return ({ blocks }) => blocks.some(matches);
}

/** Members that name a kind or a format, or hold data: they have no text. */
const FORM: ReadonlySet<string> = new Set([
  'type',
  'role',
  'native',
  'encoding',
  'mimeType',
  'data',
]);

/** Returns all texts in a value: of a message, a block, or the arguments of a call. */
export function* textsOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) if (!FORM.has(name)) yield* textsOf(member);
}
