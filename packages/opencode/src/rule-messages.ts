import { changeRules, NO_RULES, type RuleCommand, type SessionRules } from '@palimpsest/host';
import type { SessionMessage } from './opencode-types.ts';

/** How a command stands in the message that opencode stores for it. */
const COMMANDS: Readonly<Record<RuleCommand, string>> = {
  keep: '/keep',
  drop: '/drop',
  forget: '/palimpsest forget',
};

const SAYS = 'Palimpsest, a plugin that shortens this conversation without a model, ran';

/** Returns the message of a command: what the model is to say, after the command itself if it changed rules. */
export function commandText(said: string, command?: RuleCommand, rule = ''): string {
  const text = `${SAYS} a command of the person. Repeat to them what it says, and do nothing else:\n\n${said}`;
  return command === undefined ? text : `${COMMANDS[command]} ${rule}\n${text}`;
}

/** Returns whether a message is that of a command of this plugin. */
export function isCommand({ parts }: SessionMessage): boolean {
  return parts.some(({ text = '' }) => text.split('\n', 2).some((line) => line.startsWith(SAYS)));
}

/** Returns the rules that the commands of a session leave, from its stored messages: so they last as long as the session. */
export function rulesIn(stored: readonly SessionMessage[]): SessionRules {
  let rules = NO_RULES;
  for (const { info, parts } of stored) {
    if (info.role !== 'user') continue;
    for (const { text = '' } of parts) {
      const [line, after] = text.split('\n', 2);
      if (line === undefined || after?.startsWith(SAYS) !== true) continue;
      for (const command of ['keep', 'drop', 'forget'] as const) {
        const start = `${COMMANDS[command]} `;
        if (!line.startsWith(start)) continue;
        ({ rules } = changeRules(rules, command, line.slice(start.length)));
      }
    }
  }
  return rules;
}
