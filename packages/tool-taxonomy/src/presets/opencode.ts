import type { ToolPreset, ToolSpec } from '../tool-spec.ts';

const pathKeys = ['filePath'];
const write: ToolSpec = { kind: 'write', pathKeys };
const patch: ToolSpec = { kind: 'write', patchKeys: ['patchText'] };
const search: ToolSpec = { kind: 'search', textKeys: ['pattern', 'query'] };

/** opencode. */
export const opencode: ToolPreset = {
  name: 'opencode',
  tools: {
    read: { kind: 'read', pathKeys },
    write,
    edit: write,
    multiedit: write,
    patch,
    apply_patch: patch,
    bash: { kind: 'run', textKeys: ['command'] },
    grep: search,
    glob: search,
    codesearch: search,
    list: { kind: 'search', textKeys: ['path'] },
    lsp: { kind: 'search', textKeys: ['filePath', 'operation'] },
    webfetch: { kind: 'fetch', textKeys: ['url'] },
    websearch: { kind: 'fetch', textKeys: ['query'] },
    todowrite: { kind: 'state', plan: 'whole' },
    todoread: { kind: 'state', hasSideEffects: false },
    task: { kind: 'other', textKeys: ['description'] },
    skill: { kind: 'other', textKeys: ['name'] },
    question: { kind: 'other' },
  },
};
