import { shareSpec, type ToolPreset } from '../tool-spec.ts';

const pathKeys = ['filePath'];

/** opencode. */
export const opencode: ToolPreset = {
  name: 'opencode',
  tools: {
    read: { kind: 'read', pathKeys },
    ...shareSpec('write edit multiedit', { kind: 'write', pathKeys }),
    ...shareSpec('patch apply_patch', { kind: 'write', patchKeys: ['patchText'] }),
    bash: { kind: 'run', textKeys: ['command'] },
    ...shareSpec('grep glob codesearch', { kind: 'search', textKeys: ['pattern', 'query'] }),
    list: { kind: 'search', textKeys: ['path'] },
    lsp: { kind: 'search', textKeys: ['filePath', 'operation'] },
    webfetch: { kind: 'fetch', textKeys: ['url'] },
    websearch: { kind: 'fetch', textKeys: ['query'] },
    todowrite: { kind: 'state', plan: 'whole' },
    todoread: { kind: 'state', hasSideEffects: false },
    ...shareSpec('plan_enter plan_exit', { kind: 'state', plan: 'mode' }),
    task: { kind: 'other', textKeys: ['description'] },
    skill: { kind: 'other', textKeys: ['name'] },
    question: { kind: 'other' },
  },
};
