import { BaseTool, type RunAsyncToolRequest } from '@google/adk';
import type { Adapter } from '@palimpsest/adapter';
import { RECALL_TOOL } from '@palimpsest/originals/recall';
import { RECALL_DECLARATION, recallResponse } from '../recall.ts';

type Declaration = ReturnType<BaseTool['_getDeclaration']>;

export class RecallAdkTool extends BaseTool {
  readonly #adapter: Pick<Adapter, 'recall'>;

  constructor(adapter: Pick<Adapter, 'recall'>) {
    super({ name: RECALL_TOOL.name, description: RECALL_TOOL.description });
    this.#adapter = adapter;
  }

  override _getDeclaration(): Declaration {
    return RECALL_DECLARATION;
  }

  override async runAsync({ args }: RunAsyncToolRequest): Promise<unknown> {
    return await recallResponse(this.#adapter, args);
  }
}
