import type { ToolPreset, ToolSpec } from '../tool-spec.ts';

const pathKeys = ['path', 'file_path'];
const search: ToolSpec = { kind: 'search', textKeys: ['pattern'] };

/** The coding agent pi. */
export const pi: ToolPreset = {
  name: 'pi',
  tools: {
    read: { kind: 'read', pathKeys },
    write: { kind: 'write', pathKeys },
    edit: { kind: 'write', pathKeys },
    bash: { kind: 'run', textKeys: ['command'] },
    grep: search,
    find: search,
    ls: { kind: 'search', textKeys: ['path'] },
  },
};
