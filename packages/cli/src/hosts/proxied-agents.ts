import { join } from 'node:path';
import type { MainIo } from '../main-io.ts';
import { asRecord, homeOf, recordAt } from './hosts.ts';
import { parseSettings } from './settings-text.ts';

/** A coding agent that has no plugin, and goes through the proxy. */
export interface ProxiedAgent {
  readonly name: string;
  /** Its program. */
  readonly program: string;
  /** The version that the proxy was tested with. */
  readonly tested: string;
  readonly file: (env: MainIo['env']) => string;
  /** Returns what in the text of its configuration keeps requests from the proxy, or makes the agent shorten its history itself, in sentences. */
  readonly conflicts: (text: string) => readonly string[];
}

/** Share of the window below which Gemini CLI would compress before the proxy does. */
const MIN_SHARE = 0.5;

export const PROXIED_AGENTS: readonly ProxiedAgent[] = [
  {
    name: 'codex',
    program: 'codex',
    tested: '0.171.0',
    file: (env) => join(env['CODEX_HOME'] ?? join(homeOf(env), '.codex'), 'config.toml'),
    conflicts: (text) => {
      const provider = topLevel(text, 'model_provider');
      const limit = topLevel(text, 'model_auto_compact_token_limit');
      return [
        ...(provider === undefined || provider === 'openai'
          ? []
          : [
              `model_provider is ${provider}: its requests do not go to openai_base_url. Set base_url of this provider to the proxy instead.`,
            ]),
        ...(limit === undefined
          ? []
          : [
              `model_auto_compact_token_limit is ${limit}: Codex asks for a compaction at this size. The proxy answers it without a model, but earlier than needed. Remove it.`,
            ]),
      ];
    },
  },
  {
    name: 'gemini-cli',
    program: 'gemini',
    tested: '0.61.0',
    file: (env) => join(homeOf(env), '.gemini', 'settings.json'),
    conflicts: (text) => {
      const settings = parseSettings(text);
      if (settings === undefined) return ['The file is not valid JSON.'];
      const { compressionThreshold: share } = recordAt(settings, 'model');
      const { selectedType } = recordAt(recordAt(asRecord(settings), 'security'), 'auth');
      return [
        ...(typeof share === 'number' && share < MIN_SHARE
          ? [
              `model.compressionThreshold is ${share}: Gemini CLI asks a model for a summary at this share of the window, before the proxy shortens. Set it to 0.9.`,
            ]
          : []),
        ...(typeof selectedType === 'string' && selectedType !== 'gemini-api-key'
          ? [
              `security.auth.selectedType is ${selectedType}: only requests with an API key go to GOOGLE_GEMINI_BASE_URL.`,
            ]
          : []),
      ];
    },
  },
];

/** Returns the value of a key before the first table of a TOML file, without quotes. */
function topLevel(text: string, key: string): string | undefined {
  const [before = ''] = text.split(/^\s*\[/m, 1);
  const [, value] = new RegExp(`^\\s*${key}\\s*=\\s*"?([^"#\\n]*)`, 'm').exec(before) ?? [];
  return value?.trim();
}
