import type { Choices, Source } from './protocol.ts';
import { Result } from './result.tsx';
import { useWorker } from './use-worker.ts';

/** The result of another strategy for the same session, in a worker of its own. */
export function SecondResult({
  source,
  choices,
}: {
  readonly source: Source;
  readonly choices: Choices;
}) {
  return <Result worker={useWorker(source)} choices={choices} isSecond />;
}
