import type { ToolPreset, ToolSpec } from '../tool-spec.ts';

const write: ToolSpec = { kind: 'write', pathKeys: ['file_path'] };
const agent: ToolSpec = { kind: 'other', textKeys: ['description', 'prompt'] };
const task: ToolSpec = { kind: 'state', textKeys: ['subject', 'taskId', 'task_id'] };
const taskUpdate: ToolSpec = { ...task, plan: { taskKeys: ['taskId', 'task_id'] } };
const taskQuery: ToolSpec = { ...task, hasSideEffects: false };

/** Claude Code and the Claude Agent SDK. */
export const claudeCode: ToolPreset = {
  name: 'claude-code',
  tools: {
    Read: { kind: 'read', pathKeys: ['file_path'] },
    NotebookRead: { kind: 'read', pathKeys: ['notebook_path'] },
    Write: write,
    Edit: write,
    MultiEdit: write,
    NotebookEdit: { kind: 'write', pathKeys: ['notebook_path'] },
    Bash: { kind: 'run', textKeys: ['command'] },
    BashOutput: { kind: 'state', hasSideEffects: false, textKeys: ['bash_id'] },
    KillShell: { kind: 'run', textKeys: ['shell_id'] },
    KillBash: { kind: 'run', textKeys: ['shell_id'] },
    Grep: { kind: 'search', textKeys: ['pattern'] },
    Glob: { kind: 'search', textKeys: ['pattern'] },
    LS: { kind: 'search', textKeys: ['path'] },
    LSP: { kind: 'search', textKeys: ['filePath', 'operation'] },
    ToolSearch: { kind: 'search', textKeys: ['query'] },
    WebFetch: { kind: 'fetch', textKeys: ['url'] },
    WebSearch: { kind: 'fetch', textKeys: ['query'] },
    TodoWrite: { kind: 'state', plan: 'whole' },
    TodoRead: { kind: 'state', hasSideEffects: false },
    TaskCreate: task,
    TaskUpdate: taskUpdate,
    TaskStop: task,
    TaskGet: taskQuery,
    TaskList: taskQuery,
    TaskOutput: taskQuery,
    EnterPlanMode: { kind: 'state' },
    ExitPlanMode: { kind: 'state' },
    Task: agent,
    Agent: agent,
    Skill: { kind: 'other', textKeys: ['skill', 'command'] },
    SlashCommand: { kind: 'other', textKeys: ['command'] },
    AskUserQuestion: { kind: 'other' },
    ListMcpResourcesTool: { kind: 'search', textKeys: ['server'] },
    ReadMcpResourceTool: { kind: 'fetch', textKeys: ['uri'] },
  },
};
