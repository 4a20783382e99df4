import {
  changeRules,
  NO_RULES,
  readSessionRules,
  type RuleCommand,
  type SessionRules,
} from '@palimpsest/host';
import type { Files } from './file-originals.ts';

/** The rules of one session, in a file beside its originals. */
export interface RulesFile {
  readonly rules: SessionRules;
  /** Runs a command of the person. Returns what to tell them. Rejects if the file cannot be written. */
  change(command: RuleCommand, text: string): Promise<string>;
}

export async function openRulesFile(files: Files, path: string): Promise<RulesFile> {
  // Most sessions have no such file.
  let rules = parseRules(await files.read(path).catch(() => ''));
  return {
    get rules() {
      return rules;
    },
    async change(command, rule) {
      const changed = changeRules(rules, command, rule);
      if (changed.rules !== rules) await files.write(path, JSON.stringify(changed.rules));
      ({ rules } = changed);
      return changed.message;
    },
  };
}

function parseRules(text: string): SessionRules {
  try {
    return readSessionRules(JSON.parse(text));
  } catch {
    // A file that was cut off or edited by hand must not stop the session.
    return NO_RULES;
  }
}
