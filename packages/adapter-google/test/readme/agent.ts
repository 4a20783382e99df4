import { LlmAgent, type BaseLlm } from '@google/adk';
import { adkAdapter } from '@palimpsest/adapter-google/adk';

const google = adkAdapter();

export const agentOf = (model: string | BaseLlm) =>
  new LlmAgent({ name: 'worker', model, tools: [google.recallTool], ...google.callbacks });
