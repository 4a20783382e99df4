import { shareSpec, type ToolPreset } from '../tool-spec.ts';

const edits =
  'write_to_file replace_in_file apply_diff apply_patch insert_content search_and_replace search_replace edit_file';
const talks = 'new_task ask_followup_question attempt_completion plan_mode_respond';

/** Cline and Roo Code. */
export const cline: ToolPreset = {
  name: 'cline',
  tools: {
    read_file: { kind: 'read', pathKeys: ['path'], itemKeys: ['files'] },
    ...shareSpec(edits, { kind: 'write', pathKeys: ['path', 'file_path'], patchKeys: ['input'] }),
    execute_command: { kind: 'run', textKeys: ['command'] },
    ...shareSpec('list_files list_code_definition_names', { kind: 'search', textKeys: ['path'] }),
    search_files: { kind: 'search', textKeys: ['regex', 'pattern'] },
    codebase_search: { kind: 'search', textKeys: ['query'] },
    web_fetch: { kind: 'fetch', textKeys: ['url'] },
    web_search: { kind: 'fetch', textKeys: ['query'] },
    access_mcp_resource: { kind: 'fetch', textKeys: ['uri'] },
    browser_action: { kind: 'run', textKeys: ['url', 'action'], failure: 'protocol' },
    use_mcp_tool: { kind: 'other', textKeys: ['tool_name'] },
    update_todo_list: { kind: 'state', plan: 'whole' },
    switch_mode: { kind: 'state', plan: 'mode', textKeys: ['mode_slug'] },
    ...shareSpec(talks, { kind: 'other', textKeys: ['question', 'response', 'result', 'message'] }),
  },
};
