import { useEffect, useMemo } from 'preact/hooks';
import { Figures, SessionView } from '../../packages/report/page/report.tsx';
import { formatCount } from '../../packages/report/page/words.ts';
import type { Choices } from './protocol.ts';
import type { WorkerState } from './use-worker.ts';

interface ResultProps {
  readonly worker: WorkerState;
  readonly choices: Choices;
  /** Whether it is beside another one. */
  readonly isSecond?: boolean;
}

/** Milliseconds without a change before choices are computed: a slider that moves fast skips values. */
const PAUSE = 10;

/** What remains of a session: its tokens, and its entries before and after. */
export function Result({ worker, choices, isSecond = false }: ResultProps) {
  const { file, figures, data, problem, isBusy, show } = worker;
  useEffect(() => {
    if (file === undefined) return undefined;
    const timer = setTimeout(show, PAUSE, choices);
    return () => clearTimeout(timer);
  }, [choices, file, show]);
  // A choice changes the view only when its result comes.
  const view = useMemo(
    () => data && <SessionView data={data} hasKeys={!isSecond} />,
    [data, isSecond],
  );
  return (
    <section class={isBusy === true ? 'busy' : ''} aria-label={choices.strategy}>
      <h2>{choices.strategy}</h2>
      {problem !== undefined && (
        <p role="alert" class="problem">
          {problem}
        </p>
      )}
      <div role="status" class="outcome">
        {figures !== undefined && <Figures {...figures} />}
        {file !== undefined && file.badLines > 0 && (
          <p>{formatCount(file.badLines, 'line')} cannot be read, and stay unchanged.</p>
        )}
      </div>
      {view ?? (problem === undefined && <p>Compressing…</p>)}
    </section>
  );
}
