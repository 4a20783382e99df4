import { BaseTool, type RunAsyncToolRequest } from '@google/adk';
import type { AgentTool } from '@palimpsest/adapter';
import { declare, respond } from '../agent-tools.ts';

type Declaration = ReturnType<BaseTool['_getDeclaration']>;

export class AgentAdkTool extends BaseTool {
  readonly #tool: AgentTool;

  constructor(tool: AgentTool) {
    super({ name: tool.name, description: tool.description });
    this.#tool = tool;
  }

  override _getDeclaration(): Declaration {
    return declare(this.#tool);
  }

  override async runAsync({ args }: RunAsyncToolRequest): Promise<unknown> {
    return await respond(this.#tool, args);
  }
}
