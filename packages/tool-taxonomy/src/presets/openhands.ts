import type { ToolPreset, ToolSpec } from '../tool-spec.ts';

const shell: ToolSpec = { kind: 'run', textKeys: ['command', 'code'] };
const show: ToolSpec = { kind: 'read', pathKeys: ['path'], failure: 'edit' };
const change: ToolSpec = { kind: 'write', pathKeys: ['filename', 'path'], textKeys: ['command'] };
const find: ToolSpec = {
  kind: 'search',
  textKeys: ['search_term', 'file_name', 'command', 'file', 'dir', 'path'],
};

/** One tool with many commands. It introduces file contents itself, so the start of a result shows a failure. */
const editor: ToolSpec = {
  kind: 'other',
  pathKeys: ['path'],
  failure: 'edit',
  variants: {
    key: 'command',
    values: {
      view: { kind: 'read' },
      create: { kind: 'write' },
      str_replace: { kind: 'write' },
      insert: { kind: 'write' },
      undo_edit: { kind: 'write' },
    },
  },
};

/** OpenHands, SWE-agent and the text editor tool of Anthropic's API. */
export const openhands: ToolPreset = {
  name: 'openhands',
  tools: {
    str_replace_editor: editor,
    str_replace_based_edit_tool: editor,
    file_editor: editor,
    execute_bash: shell,
    bash: shell,
    terminal: shell,
    execute_ipython_cell: shell,
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
    // SWE-agent. `edit` changes the open file, which no parameter names.
    open: show,
    goto: show,
    scroll_up: show,
    scroll_down: show,
    create: change,
    edit: change,
    insert: change,
    find_file: find,
    search_dir: find,
    search_file: find,
    ls: find,
    submit: { kind: 'other' },
  },
};
