import { OptionError, type SettingValues } from '@palimpsest/core-types';
import { readEntryRule } from '@palimpsest/engine/rules';

/**
 * Rules of a person for one session, in the order in which they were given: a part of a text, `/regular expression/`, `tool:NAME` or
 * `file:GLOB`. Plain JSON.
 */
export interface SessionRules {
  /** What stays word for word. */
  readonly keep: readonly string[];
  /** Tool results that become one line at the next compaction. What is kept is never dropped. */
  readonly drop: readonly string[];
}

const LISTS = ['keep', 'drop'] as const;

export const NO_RULES: SessionRules = { keep: [], drop: [] };

const FORMS = 'a text, /a regular expression/, tool:NAME or file:GLOB';

/** Commands of a host that add a rule, and the description that the host shows. */
export const RULE_COMMANDS: Readonly<Record<'keep' | 'drop', string>> = {
  keep: `Keeps word for word: ${FORMS}`,
  drop: `Tool results that become one line: ${FORMS}`,
};

/** Returns the rule in `forget RULE`, as a host gets it with its command `/palimpsest`; `undefined` for other arguments. */
export function readForgottenRule(args: string): string | undefined {
  return /^forget\s+(\S[^]*)$/.exec(unquoted(args))?.[1];
}

/** Returns a text without the quotes around it, which `opencode run` adds. */
export function unquoted(text: string): string {
  return text.trim().replace(/^"([^"]*)"$/, '$1');
}

/** What a person may do with rules: add one to a list, or take one out of both. */
export type RuleCommand = 'keep' | 'drop' | 'forget';

/** The result of a command. */
interface RuleChange {
  /** The rules afterwards: the given object if nothing changed. */
  readonly rules: SessionRules;
  /** What to tell the person. */
  readonly said: string;
}

/**
 * Runs a command of a person. Without a text, it lists the rules. Quotes around a rule are not part of it. An invalid rule
 * changes nothing, and the answer says why.
 */
export function changeRules(rules: SessionRules, command: RuleCommand, text: string): RuleChange {
  const rule = unquoted(text);
  if (rule === '') return { rules, said: describeRules(rules) };
  const others: SessionRules = { keep: without(rules.keep, rule), drop: without(rules.drop, rule) };
  if (command === 'forget') {
    if (LISTS.some((name) => rules[name].includes(rule)))
      return { rules: others, said: `Forgotten: ${rule}` };
    return { rules, said: `There is no rule ${rule}\n${describeRules(rules)}` };
  }
  try {
    readEntryRule(rule, command);
  } catch (error) {
    if (!OptionError.isInstance(error)) throw error;
    return { rules, said: error.message };
  }
  // Rules are lines of a setting.
  if (rule.includes('\n')) return { rules, said: 'A rule is one line.' };
  const said = `From the next compaction on: ${command} ${rule}`;
  return { rules: { ...others, [command]: [...others[command], rule] }, said };
}

/** Lists rules for a person. */
function describeRules(rules: SessionRules): string {
  const lines = LISTS.flatMap((name) => rules[name].map((rule) => `${name} ${rule}`));
  if (lines.length > 0) return lines.join('\n');
  return `There are no rules. A rule is ${FORMS}.`;
}

/** Reads rules that a host stored as JSON. Members that are no rules are left out. */
export function readSessionRules(stored: unknown): SessionRules {
  const lists = (stored ?? {}) as {
    readonly [Name in keyof SessionRules]?: unknown;
  };
  let rules = NO_RULES;
  for (const command of LISTS) {
    const list: unknown = lists[command];
    if (!Array.isArray(list)) continue;
    for (const rule of list as readonly unknown[]) {
      if (typeof rule === 'string') ({ rules } = changeRules(rules, command, rule));
    }
  }
  return rules;
}

/** Returns settings with the rules in addition to those that they have. */
export function withRules(settings: SettingValues, rules: SessionRules): SettingValues {
  const lists = LISTS.flatMap((name) => {
    const key = `compression.${name}`;
    const own = settings[key];
    const lines = [...(typeof own === 'string' ? [own] : []), ...rules[name]].join('\n');
    return lines === '' ? [] : [[key, lines] as const];
  });
  return { ...settings, ...Object.fromEntries(lists) };
}

function without(list: readonly string[], rule: string): readonly string[] {
  return list.filter((other) => other !== rule);
}
