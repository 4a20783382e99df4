import { shareSpec, type ToolPreset, type ToolSpec } from '../tool-spec.ts';

const finds: ToolSpec = {
  kind: 'search',
  textKeys: ['search_term', 'file_name', 'command', 'file', 'dir', 'path'],
};

/** One tool with many commands. A result names a file before its contents, so an error at the start is a failure (`edit`). */
const editor: ToolSpec = {
  kind: 'other',
  pathKeys: ['path'],
  failure: 'edit',
  variants: {
    key: 'command',
    values: {
      view: { kind: 'read' },
      ...shareSpec('create str_replace insert undo_edit', { kind: 'write' }),
    },
  },
};

/** OpenHands, SWE-agent and the text editor tool of Anthropic's API. */
export const openhands: ToolPreset = {
  name: 'openhands',
  tools: {
    ...shareSpec('str_replace_editor str_replace_based_edit_tool file_editor', editor),
    ...shareSpec('execute_bash bash terminal execute_ipython_cell', {
      kind: 'run',
      textKeys: ['command', 'code'],
    }),
    edit_file: { kind: 'write', pathKeys: ['path'] },
    browser: { kind: 'run', textKeys: ['code'], failure: 'protocol' },
    fetch: { kind: 'fetch', textKeys: ['url'] },
    task_tracker: {
      kind: 'state',
      plan: 'whole',
      variants: { key: 'command', values: { view: { kind: 'state', hasSideEffects: false } } },
    },
    think: { kind: 'state', hasSideEffects: false, textKeys: ['thought'] },
    finish: { kind: 'other', textKeys: ['message'] },
    // SWE-agent. As above, results name a file before its contents.
    ...shareSpec('open goto scroll_up scroll_down', {
      kind: 'read',
      pathKeys: ['path'],
      failure: 'edit',
    }),
    // `edit` changes the open file, which no parameter names.
    ...shareSpec('create edit insert', {
      kind: 'write',
      pathKeys: ['filename', 'path'],
      textKeys: ['command'],
    }),
    ...shareSpec('find_file search_dir search_file ls', finds),
    submit: { kind: 'other' },
  },
};
