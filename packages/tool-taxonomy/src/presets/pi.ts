import { named, type ToolPreset } from '../tool-spec.ts';

const pathKeys = ['path', 'file_path'];

/** The coding agent pi. */
export const pi: ToolPreset = {
  name: 'pi',
  tools: {
    read: { kind: 'read', pathKeys },
    ...named('write edit', { kind: 'write', pathKeys }),
    bash: { kind: 'run', textKeys: ['command'] },
    ...named('grep find', { kind: 'search', textKeys: ['pattern'] }),
    ls: { kind: 'search', textKeys: ['path'] },
  },
};
