import type { ToolPreset, ToolSpec } from '../tool-spec.ts';

const shell: ToolSpec = { kind: 'run', textKeys: ['command', 'cmd'] };

/** OpenAI Codex CLI. A patch passed to its shell tool is a write. */
export const codex: ToolPreset = {
  name: 'codex',
  tools: {
    shell,
    local_shell: shell,
    shell_command: shell,
    exec_command: shell,
    'container.exec': shell,
    write_stdin: { kind: 'run', textKeys: ['chars'] },
    apply_patch: { kind: 'write', patchKeys: ['input', 'patch'] },
    read_file: { kind: 'read', pathKeys: ['file_path'] },
    view_image: { kind: 'read', pathKeys: ['path'] },
    list_dir: { kind: 'search', textKeys: ['dir_path'] },
    grep_files: { kind: 'search', textKeys: ['pattern'] },
    web_search: { kind: 'fetch', textKeys: ['query'] },
    update_plan: { kind: 'state', plan: 'whole', textKeys: ['explanation'] },
  },
};
