import { shareSpec, type ToolPreset } from '../tool-spec.ts';

/** Tools of llxprt-code that read files. */
export const LLXPRT_READ_TOOLS = [
  'read_file',
  'read_line_range',
  'read_many_files',
  'ast_read_file',
] as const;

/** Tools of llxprt-code whose success makes earlier reads of the file stale. */
export const LLXPRT_WRITE_TOOLS = [
  'write_file',
  'ast_edit',
  'replace',
  'insert_at_line',
  'delete_line_range',
] as const;

/** In the order in which llxprt-code's tools read them. */
const pathKeys = ['file_path', 'absolute_path', 'path'];
const searches =
  'search_file_content grep_search grep ripgrep ast_grep structural_analysis codesearch glob';

/** llxprt-code and Gemini CLI. */
export const llxprt: ToolPreset = {
  name: 'llxprt',
  tools: {
    ...shareSpec(LLXPRT_READ_TOOLS.join(' '), { kind: 'read', pathKeys }),
    read_many_files: { kind: 'read', listKeys: ['paths', 'include'], patterns: true },
    ...shareSpec(LLXPRT_WRITE_TOOLS.join(' '), { kind: 'write', pathKeys }),
    apply_patch: { kind: 'write', pathKeys, patchKeys: ['patch_content', 'patch'] },
    run_shell_command: { kind: 'run', textKeys: ['command'] },
    ...shareSpec(searches, { kind: 'search', textKeys: ['pattern', 'query'] }),
    ...shareSpec('list_directory ls', {
      kind: 'search',
      textKeys: ['path', 'dir_path', 'absolute_path'],
    }),
    ...shareSpec('web_fetch google_web_fetch direct_web_fetch', {
      kind: 'fetch',
      textKeys: ['url', 'prompt'],
    }),
    ...shareSpec('google_web_search exa_web_search', { kind: 'fetch', textKeys: ['query'] }),
    ...shareSpec('todo_write write_todos', { kind: 'state', plan: 'whole' }),
    ...shareSpec('enter_plan_mode exit_plan_mode', { kind: 'state', plan: 'mode' }),
    todo_pause: { kind: 'state', textKeys: ['reason'] },
    save_memory: { kind: 'state', textKeys: ['fact'] },
    ...shareSpec('todo_read list_subagents', { kind: 'state', hasSideEffects: false }),
    task: { kind: 'other', textKeys: ['subagent_name', 'goal_prompt'] },
  },
};
