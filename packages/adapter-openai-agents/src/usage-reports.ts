import type { RunContext, Runner } from '@openai/agents';
import { toUsageStats, type ReportUsage } from '@palimpsest/adapter';
import type { UsageStats } from '@palimpsest/core-types';

/** Tracks the newest request of each agent, and reports its token usage. */
export interface UsageReports {
  remember(agent: object, report: ReportUsage): void;
  readonly watch: (runner: Pick<Runner, 'on'>) => void;
}

export function createUsageReports(): UsageReports {
  const reports = new WeakMap<object, ReportUsage>();
  const reportOnce = (agent: object, context: RunContext): void => {
    const report = reports.get(agent);
    const usage = readUsage(context);
    reports.delete(agent);
    if (usage !== undefined) report?.(usage);
  };
  return {
    remember: (agent, report) => void reports.set(agent, report),
    watch(runner) {
      runner.on('agent_tool_start', (context, agent) => reportOnce(agent, context));
      runner.on('agent_end', (context, agent) => reportOnce(agent, context));
    },
  };
}

/** Returns the token usage of a run's newest request. */
function readUsage({ usage }: RunContext): UsageStats | undefined {
  const counted = usage.requestUsageEntries?.at(-1);
  if (counted === undefined || !(counted.inputTokens > 0)) return undefined;
  return toUsageStats({
    prompt: counted.inputTokens,
    completion: counted.outputTokens,
    total: counted.totalTokens,
    cached: counted.inputTokensDetails?.['cached_tokens'],
  });
}
