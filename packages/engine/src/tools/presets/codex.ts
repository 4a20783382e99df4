import { shareSpec, type ToolPreset } from '../tool-spec.ts';

const shells = 'shell local_shell shell_command exec_command container.exec';

/** OpenAI Codex CLI. A patch passed to its shell tool is a write. */
export const codex: ToolPreset = {
  name: 'codex',
  tools: {
    ...shareSpec(shells, { kind: 'run', textKeys: ['command', 'cmd'] }),
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
