import type { ToolPreset, ToolSpec } from '../tool-spec.ts';

const write: ToolSpec = { kind: 'write', pathKeys: ['path', 'file_path'], patchKeys: ['input'] };
const look: ToolSpec = { kind: 'search', textKeys: ['path'] };
const talk: ToolSpec = { kind: 'other', textKeys: ['question', 'response', 'result', 'message'] };

/** Cline and Roo Code. */
export const cline: ToolPreset = {
  name: 'cline',
  tools: {
    read_file: { kind: 'read', pathKeys: ['path'], itemKeys: ['files'] },
    write_to_file: write,
    replace_in_file: write,
    apply_diff: write,
    apply_patch: write,
    insert_content: write,
    search_and_replace: write,
    search_replace: write,
    edit_file: write,
    execute_command: { kind: 'run', textKeys: ['command'] },
    list_files: look,
    list_code_definition_names: look,
    search_files: { kind: 'search', textKeys: ['regex', 'pattern'] },
    codebase_search: { kind: 'search', textKeys: ['query'] },
    web_fetch: { kind: 'fetch', textKeys: ['url'] },
    web_search: { kind: 'fetch', textKeys: ['query'] },
    access_mcp_resource: { kind: 'fetch', textKeys: ['uri'] },
    browser_action: { kind: 'run', textKeys: ['url', 'action'], failure: 'protocol' },
    use_mcp_tool: { kind: 'other', textKeys: ['tool_name'] },
    update_todo_list: { kind: 'state', plan: 'whole' },
    switch_mode: { kind: 'state', textKeys: ['mode_slug'] },
    new_task: talk,
    ask_followup_question: talk,
    attempt_completion: talk,
    plan_mode_respond: talk,
  },
};
