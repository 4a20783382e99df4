import { openai, type OpenAIMessage } from '@palimpsest/formats/openai';
import { indexExchanges } from '@palimpsest/history';
import { defaultToolTaxonomy } from '@palimpsest/tool-taxonomy';

/** Words of the agents' tools for a finished task. */
const FINISHED = /^(?:completed|complete|done|finished)$/;

/**
 * Returns the tasks that are finished in `before`, and that `after` shows last as open (issue 27). A task that `after` does not show is not
 * open.
 */
export function reopenedTasks(
  before: readonly OpenAIMessage[],
  after: readonly OpenAIMessage[],
): readonly string[] {
  const shown = lastStatuses(after);
  return [...lastStatuses(before)]
    .filter(([task, status]) => FINISHED.test(status) && !FINISHED.test(shown.get(task) ?? 'done'))
    .map(([task]) => task);
}

/** Returns the last status of each task that a successful call states. */
function lastStatuses(messages: readonly OpenAIMessage[]): Map<string, string> {
  const statuses = new Map<string, string>();
  for (const { calls } of indexExchanges(openai.decode(messages)).exchanges) {
    for (const { call, response } of calls) {
      const use = defaultToolTaxonomy.describe(call.name, call.parameters);
      const isPlan = use.plan !== undefined;
      if (!isPlan || (response && defaultToolTaxonomy.hasFailed(use, response.response))) continue;
      for (const [task, status] of statusesIn(call.parameters)) statuses.set(task, status);
    }
  }
  return statuses;
}

/** Yields the tasks in the arguments of a call: records with a status, or lines of a check list. */
function* statusesIn(value: unknown): Generator<readonly [string, string]> {
  if (typeof value === 'string') {
    for (const [, mark, task] of value.matchAll(/\[([ xX-])\] (.+)/g)) {
      yield [task!, mark === 'x' || mark === 'X' ? 'done' : 'open'];
    }
  } else if (Array.isArray(value)) {
    for (const item of value) yield* statusesIn(item);
  } else if (typeof value === 'object' && value !== null) {
    const { status, ...others } = value as Record<string, unknown>;
    const task = Object.values(others).find((other) => typeof other === 'string');
    if (typeof status === 'string' && typeof task === 'string') yield [task, status];
    else for (const other of Object.values(others)) yield* statusesIn(other);
  }
}
