import { shareSpec, type ToolPreset, type ToolSpec } from '../tool-spec.ts';

const write: ToolSpec = { kind: 'write', pathKeys: ['path'] };
const looks =
  'list_directory list_directory_with_sizes directory_tree get_file_info list_allowed_directories';

/** The reference file system server of the Model Context Protocol, also known after a server's prefix. */
export const mcpFilesystem: ToolPreset = {
  name: 'mcp-filesystem',
  prefixed: true,
  tools: {
    ...shareSpec('read_file read_text_file read_media_file', { kind: 'read', pathKeys: ['path'] }),
    read_multiple_files: { kind: 'read', listKeys: ['paths'] },
    ...shareSpec('write_file create_directory', write),
    edit_file: {
      ...write,
      variants: { key: 'dryRun', values: { true: { kind: 'other', hasSideEffects: false } } },
    },
    move_file: { kind: 'write', listKeys: ['source', 'destination'] },
    ...shareSpec(looks, { kind: 'search', textKeys: ['path'] }),
    search_files: { kind: 'search', textKeys: ['pattern'] },
  },
};
