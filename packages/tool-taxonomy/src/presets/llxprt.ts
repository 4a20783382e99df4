import type { ToolPreset, ToolSpec } from '../tool-spec.ts';

/** In the order in which llxprt-code's tools read the path (REQ-HD-005.4). */
const pathKeys = ['file_path', 'absolute_path', 'path'];
const read: ToolSpec = { kind: 'read', pathKeys };
const write: ToolSpec = { kind: 'write', pathKeys };
const search: ToolSpec = { kind: 'search', textKeys: ['pattern', 'query'] };
const look: ToolSpec = { kind: 'search', textKeys: ['path', 'dir_path', 'absolute_path'] };

/** llxprt-code and Gemini CLI. */
export const llxprt: ToolPreset = {
  name: 'llxprt',
  tools: {
    read_file: read,
    read_line_range: read,
    ast_read_file: read,
    read_many_files: { kind: 'read', listKeys: ['paths', 'include'], patterns: true },
    write_file: write,
    ast_edit: write,
    replace: write,
    insert_at_line: write,
    delete_line_range: write,
    apply_patch: { kind: 'write', pathKeys, patchKeys: ['patch_content', 'patch'] },
    run_shell_command: { kind: 'run', textKeys: ['command'] },
    search_file_content: search,
    grep_search: search,
    grep: search,
    ripgrep: search,
    ast_grep: search,
    structural_analysis: search,
    codesearch: search,
    glob: search,
    list_directory: look,
    ls: look,
    web_fetch: { kind: 'fetch', textKeys: ['url', 'prompt'] },
    google_web_fetch: { kind: 'fetch', textKeys: ['url', 'prompt'] },
    direct_web_fetch: { kind: 'fetch', textKeys: ['url'] },
    google_web_search: { kind: 'fetch', textKeys: ['query'] },
    exa_web_search: { kind: 'fetch', textKeys: ['query'] },
    todo_write: { kind: 'state', plan: 'whole' },
    todo_read: { kind: 'state', hasSideEffects: false },
    todo_pause: { kind: 'state', textKeys: ['reason'] },
    write_todos: { kind: 'state', plan: 'whole' },
    save_memory: { kind: 'state', textKeys: ['fact'] },
    list_subagents: { kind: 'state', hasSideEffects: false },
    task: { kind: 'other', textKeys: ['subagent_name', 'goal_prompt'] },
  },
};
