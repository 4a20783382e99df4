import type { ToolName } from './tools.ts';

/** A tool call of the script. Its result is whatever the tool really says. */
export interface ScriptedCall {
  readonly tool: ToolName;
  readonly parameters: Readonly<Record<string, string | number>>;
  /** What the script goes on from. The recorder stops where the tool says otherwise, so that no remark is ever untrue. */
  readonly outcome: 'success' | 'failure';
}

/** One step of the script: the person speaks, or the agent speaks and may call tools, several at once in parallel. */
export type Step =
  | { readonly by: 'person'; readonly text: string }
  | { readonly by: 'agent'; readonly text: string; readonly calls: readonly ScriptedCall[] };

export const person = (text: string): Step => ({ by: 'person', text });

/** An empty text is a message that only calls. */
export const agent = (text: string, ...calls: readonly ScriptedCall[]): Step => ({
  by: 'agent',
  text,
  calls,
});

const call = (tool: ToolName, parameters: ScriptedCall['parameters']): ScriptedCall => ({
  tool,
  parameters,
  outcome: 'success',
});

/** The same call, of which the script expects that it fails. */
export const failing = (expected: ScriptedCall): ScriptedCall => ({
  ...expected,
  outcome: 'failure',
});

export const read = (path: string, offset?: number, limit?: number): ScriptedCall =>
  call('read_file', {
    path,
    ...(offset === undefined ? {} : { offset }),
    ...(limit === undefined ? {} : { limit }),
  });

export const edit = (path: string, oldText: string, newText: string): ScriptedCall =>
  call('edit_file', { path, old_text: oldText, new_text: newText });

export const write = (path: string, content: string): ScriptedCall =>
  call('write_file', { path, content });

export const grep = (pattern: string, path: string): ScriptedCall =>
  call('grep', { pattern, path });

export const glob = (pattern: string): ScriptedCall => call('glob', { pattern });

export const list = (path: string): ScriptedCall => call('list_directory', { path });

export const run = (command: string): ScriptedCall => call('run_shell_command', { command });
