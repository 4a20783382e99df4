import { shareSpec, type ToolPreset, type ToolSpec } from '../tool-spec.ts';

const task: ToolSpec = { kind: 'state', textKeys: ['subject', 'taskId', 'task_id'] };

/** Claude Code and the Claude Agent SDK. */
export const claudeCode: ToolPreset = {
  name: 'claude-code',
  tools: {
    Read: { kind: 'read', pathKeys: ['file_path'] },
    NotebookRead: { kind: 'read', pathKeys: ['notebook_path'] },
    ...shareSpec('Write Edit MultiEdit', { kind: 'write', pathKeys: ['file_path'] }),
    NotebookEdit: { kind: 'write', pathKeys: ['notebook_path'] },
    Bash: { kind: 'run', textKeys: ['command'] },
    BashOutput: { kind: 'state', hasSideEffects: false, textKeys: ['bash_id'] },
    ...shareSpec('KillShell KillBash', { kind: 'run', textKeys: ['shell_id'] }),
    ...shareSpec('Grep Glob', { kind: 'search', textKeys: ['pattern'] }),
    LS: { kind: 'search', textKeys: ['path'] },
    LSP: { kind: 'search', textKeys: ['filePath', 'operation'] },
    ToolSearch: { kind: 'search', textKeys: ['query'] },
    WebFetch: { kind: 'fetch', textKeys: ['url'] },
    WebSearch: { kind: 'fetch', textKeys: ['query'] },
    TodoWrite: { kind: 'state', plan: 'whole' },
    TodoRead: { kind: 'state', hasSideEffects: false },
    ...shareSpec('TaskCreate TaskStop', task),
    TaskUpdate: { ...task, plan: { taskKeys: ['taskId', 'task_id'] } },
    ...shareSpec('TaskGet TaskList TaskOutput', { ...task, hasSideEffects: false }),
    ...shareSpec('EnterPlanMode ExitPlanMode', { kind: 'state', plan: 'mode' }),
    ...shareSpec('Task Agent', { kind: 'other', textKeys: ['description', 'prompt'] }),
    Skill: { kind: 'other', textKeys: ['skill', 'command'] },
    SlashCommand: { kind: 'other', textKeys: ['command'] },
    AskUserQuestion: { kind: 'other' },
    ListMcpResourcesTool: { kind: 'search', textKeys: ['server'] },
    ReadMcpResourceTool: { kind: 'fetch', textKeys: ['uri'] },
  },
};
