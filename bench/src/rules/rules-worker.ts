import { heavyConversations } from '../corpus.ts';
import { answerJobs } from '../threads/answer-jobs.ts';
import { conversationRules } from './conversation-rules.ts';
import type { RulesJob, RulesTally } from './rules-cases.ts';

answerJobs(async ({ part, of }: RulesJob): Promise<RulesTally> => {
  const broken: Record<string, number> = {};
  const examples: Record<string, string> = {};
  const counts = { conversations: 0, compressions: 0, applied: 0 };
  let index = 0;
  for (const conversation of heavyConversations()) {
    index += 1;
    if (index % of !== part) continue;
    counts.conversations += 1;
    for await (const finding of conversationRules(conversation)) {
      const { format, strategy, ratio, isApplied, problems } = finding;
      counts.compressions += 1;
      if (isApplied) counts.applied += 1;
      for (const { rule, message } of problems) {
        const key = `${rule} | ${format} | ${strategy} | ${ratio}`;
        broken[key] = (broken[key] ?? 0) + 1;
        examples[`${rule} | ${strategy}`] ??=
          `${conversation.id}, ${format}, ${ratio}: ${message.slice(0, 300)}`;
      }
    }
  }
  return { ...counts, broken, examples };
});
