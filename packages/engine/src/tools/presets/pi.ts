import { shareSpec, type ToolPreset } from '../tool-spec.ts';

const pathKeys = ['path', 'file_path'];

/** The coding agent pi. */
export const pi: ToolPreset = {
  name: 'pi',
  tools: {
    read: { kind: 'read', pathKeys },
    ...shareSpec('write edit', { kind: 'write', pathKeys }),
    bash: { kind: 'run', textKeys: ['command'] },
    ...shareSpec('grep find', { kind: 'search', textKeys: ['pattern'] }),
    ls: { kind: 'search', textKeys: ['path'] },
  },
};
