import { InvalidArgumentError, type Command } from '@commander-js/extra-typings';
import { PROXY_TOOL_NAMES, type ProxyToolName } from '@palimpsest/proxy';
import { parsePositive, parseText } from '../arguments/options.ts';
import { NO_SETTINGS_FILE_HELP } from '../settings-file.ts';

/** What `proxy` and `run` have in common. */
// A type, because commander requires an index signature, which an interface does not get.
export type ProxyCommandOptions = {
  readonly upstream?: Readonly<Record<string, string>> | undefined;
  readonly window?: number | undefined;
  readonly originals?: string | undefined;
  readonly keepSecrets?: true | undefined;
  readonly tools?: readonly ProxyToolName[] | undefined;
  readonly settingsFile: boolean;
};

export function addProxyOptions(command: Command): Command<[], ProxyCommandOptions> {
  return command
    .option(
      '--upstream <NAME=URL>',
      'base URL of a provider: anthropic, openai, gemini or another name; repeatable',
      parseUpstream,
    )
    .option(
      '-w, --window <N>',
      "the models' context window in tokens (default: 200000)",
      parsePositive,
    )
    .option(
      '--originals <DIR>',
      'folder for sessions and the originals of removed text; only you can read it',
      parseText,
    )
    .option(
      '--keep-secrets',
      'keep keys, tokens and passwords in the originals (default: a placeholder for each)',
    )
    .option(
      '--tools <NAMES>',
      `tools to offer to models: ${PROXY_TOOL_NAMES.join(', ')}, or none (default: recall)`,
      parseTools,
    )
    .option('--no-settings-file', NO_SETTINGS_FILE_HELP);
}

function parseUpstream(
  text: string,
  earlier: Readonly<Record<string, string>> | undefined,
): Readonly<Record<string, string>> {
  const [, name, url] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  if (name !== undefined && url !== undefined) return { ...earlier, [name]: url };
  throw new InvalidArgumentError('Expected NAME=URL, such as openai=https://api.openai.com.');
}

/** Parses names with commas between them. The proxy checks them. */
function parseTools(text: string): readonly ProxyToolName[] {
  const names = text === 'none' ? [] : text.split(',').map((name) => name.trim());
  return names as readonly ProxyToolName[];
}
