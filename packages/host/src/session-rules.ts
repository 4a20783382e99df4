import { OptionError, type SettingValues } from '@palimpsest/core-types';
import { readEntryRule } from '@palimpsest/engine/rules';

/**
 * Rules that the user set for one session, oldest first: a part of a text, `/regular expression/`, `tool:NAME` or
 * `file:GLOB`. Plain JSON.
 */
export interface SessionRules {
  /** Entries that stay word for word. */
  readonly keep: readonly string[];
  /** Tool results that become one line at the next compaction, except those that `keep` matches. */
  readonly drop: readonly string[];
}

const RULE_LISTS = ['keep', 'drop'] as const;

export const NO_RULES: SessionRules = { keep: [], drop: [] };

/** The forms of a rule, for messages. */
const RULE_FORMS = 'a text, /a regular expression/, tool:NAME or file:GLOB';

/** Commands of a host that add a rule, and the description that the host shows. */
export const RULE_COMMANDS: Readonly<Record<'keep' | 'drop', string>> = {
  keep: `Keeps word for word: ${RULE_FORMS}`,
  drop: `Tool results that become one line: ${RULE_FORMS}`,
};

/** Returns the rule in `forget RULE`, as a host gets it with its command `/palimpsest`; `undefined` for other arguments. */
export function readForgottenRule(args: string): string | undefined {
  return /^forget\s+(\S[^]*)$/.exec(removeQuotes(args))?.[1];
}

/** Returns a text without the quotes around it, which `opencode run` adds. */
export function removeQuotes(text: string): string {
  return text.trim().replace(/^"([^"]*)"$/, '$1');
}

/** A command about rules: add one to a list, or remove one from both. */
export type RuleCommand = 'keep' | 'drop' | 'forget';

/** The result of a command. */
interface RuleChange {
  /** The new rules: the same object if nothing changed. */
  readonly rules: SessionRules;
  /** Message for the user. */
  readonly message: string;
}

/**
 * Runs a command of the user. Without a text, it lists the rules. Quotes around a rule are not part of it. An invalid rule
 * changes nothing, and the message explains why.
 */
export function changeRules(rules: SessionRules, command: RuleCommand, text: string): RuleChange {
  const rule = removeQuotes(text);
  if (rule === '') return { rules, message: describeRules(rules) };
  const others: SessionRules = { keep: without(rules.keep, rule), drop: without(rules.drop, rule) };
  if (command === 'forget') {
    if (RULE_LISTS.some((name) => rules[name].includes(rule)))
      return { rules: others, message: `Forgotten: ${rule}` };
    return { rules, message: `There is no rule ${rule}\n${describeRules(rules)}` };
  }
  try {
    readEntryRule(rule, command);
  } catch (error) {
    if (!OptionError.isInstance(error)) throw error;
    return { rules, message: error.message };
  }
  // Rules are lines of a setting.
  if (rule.includes('\n')) return { rules, message: 'A rule is one line.' };
  const message = `From the next compaction on: ${command} ${rule}`;
  return { rules: { ...others, [command]: [...others[command], rule] }, message };
}

/** Lists rules for the user. */
function describeRules(rules: SessionRules): string {
  const lines = RULE_LISTS.flatMap((name) => rules[name].map((rule) => `${name} ${rule}`));
  if (lines.length > 0) return lines.join('\n');
  return `There are no rules. A rule is ${RULE_FORMS}.`;
}

/** Reads rules that a host stored as JSON. Ignores members that are no rules. */
export function readSessionRules(stored: unknown): SessionRules {
  const lists = (stored ?? {}) as {
    readonly [Name in keyof SessionRules]?: unknown;
  };
  let rules = NO_RULES;
  for (const command of RULE_LISTS) {
    const list: unknown = lists[command];
    if (!Array.isArray(list)) continue;
    for (const rule of list as readonly unknown[]) {
      if (typeof rule === 'string') ({ rules } = changeRules(rules, command, rule));
    }
  }
  return rules;
}

/** Adds rules to those in the settings. */
export function withRules(settings: SettingValues, rules: SessionRules): SettingValues {
  const lists = RULE_LISTS.flatMap((name) => {
    const key = `compression.${name}`;
    const setting = settings[key];
    const lines = [...(typeof setting === 'string' ? [setting] : []), ...rules[name]].join('\n');
    return lines === '' ? [] : [[key, lines] as const];
  });
  return { ...settings, ...Object.fromEntries(lists) };
}

function without(list: readonly string[], rule: string): readonly string[] {
  return list.filter((other) => other !== rule);
}
