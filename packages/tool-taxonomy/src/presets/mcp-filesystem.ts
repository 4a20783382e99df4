import type { ToolPreset, ToolSpec } from '../tool-spec.ts';

const read: ToolSpec = { kind: 'read', pathKeys: ['path'] };
const write: ToolSpec = { kind: 'write', pathKeys: ['path'] };
const look: ToolSpec = { kind: 'search', textKeys: ['path'] };

/** The reference file system server of the Model Context Protocol, also known after a server's prefix. */
export const mcpFilesystem: ToolPreset = {
  name: 'mcp-filesystem',
  prefixed: true,
  tools: {
    read_file: read,
    read_text_file: read,
    read_media_file: read,
    read_multiple_files: { kind: 'read', listKeys: ['paths'] },
    write_file: write,
    edit_file: {
      ...write,
      variants: { key: 'dryRun', values: { true: { kind: 'other', hasSideEffects: false } } },
    },
    create_directory: write,
    move_file: { kind: 'write', listKeys: ['source', 'destination'] },
    list_directory: look,
    list_directory_with_sizes: look,
    directory_tree: look,
    get_file_info: look,
    list_allowed_directories: look,
    search_files: { kind: 'search', textKeys: ['pattern'] },
  },
};
