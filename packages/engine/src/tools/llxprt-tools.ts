/** Tools of llxprt-code that read files. */
export const READ_TOOLS = [
  'read_file',
  'read_line_range',
  'read_many_files',
  'ast_read_file',
] as const;

/** Tools of llxprt-code whose success makes earlier reads of the file stale. */
export const WRITE_TOOLS = [
  'write_file',
  'ast_edit',
  'replace',
  'insert_at_line',
  'delete_line_range',
] as const;
