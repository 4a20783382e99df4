import { useEffect, useMemo, useState } from 'preact/hooks';
import { Figures, SessionView } from '../../packages/report/page/report.tsx';
import { formatCount } from '../../packages/report/page/words.ts';
import { CallView } from './call-view.tsx';
import { ChoiceFields } from './choice-fields.tsx';
import type { Choices, Source } from './protocol.ts';
import { SourceFields } from './source-fields.tsx';
import { useWorker } from './use-worker.ts';

const FIRST: Choices = {
  strategy: 'salience',
  unit: 'percent',
  target: 25,
  settings: {},
  conversation: 0,
};

/** Milliseconds without a change before choices are computed: a slider that moves fast skips values. */
const PAUSE = 10;

/** The whole page: a session, what to do with it, and what remains of it. */
export function Playground() {
  const [source, setSource] = useState<Source>('openai');
  const [choices, setChoices] = useState(FIRST);
  const { file, strategies, figures, data, problem, show, save } = useWorker(source);
  const change = (changed: Partial<Choices>): void => setChoices((old) => ({ ...old, ...changed }));
  useEffect(() => {
    if (file === undefined) return undefined;
    const timer = setTimeout(show, PAUSE, choices);
    return () => clearTimeout(timer);
  }, [choices, file, show]);
  const open = (chosen: Source): void => {
    // A number of tokens fits one session only.
    change({ conversation: 0, unit: 'percent', target: FIRST.target });
    setSource(chosen);
  };
  // A choice changes the view only when its result comes.
  const view = useMemo(() => data && <SessionView data={data} />, [data]);
  const strategy = strategies?.find(({ name }) => name === choices.strategy);
  return (
    <>
      <header>
        <h1>Palimpsest playground</h1>
        <p>
          See what a compression keeps of an agent’s session, and what it removes. Nothing is
          uploaded: your file stays in this browser, and this page has no access to the network.
        </p>
      </header>
      <main>
        <SourceFields source={source} onOpen={open} />
        {problem !== undefined && (
          <p role="alert" class="problem">
            {problem}
          </p>
        )}
        {file === undefined || strategies === undefined || strategy === undefined ? (
          problem === undefined && <p role="status">Opening the session…</p>
        ) : (
          <>
            <ChoiceFields
              file={file}
              strategies={strategies}
              strategy={strategy}
              choices={choices}
              tokens={figures?.tokensBefore ?? 0}
              onChange={change}
            />
            <div role="status" class="outcome">
              {figures !== undefined && <Figures {...figures} />}
              {file.badLines > 0 && (
                <p>{formatCount(file.badLines, 'line')} cannot be read, and stay unchanged.</p>
              )}
            </div>
            <CallView
              file={file}
              choices={choices}
              specs={strategy.settings}
              onSave={() => save(choices)}
            />
            {view ?? (problem === undefined && <p>Compressing…</p>)}
          </>
        )}
      </main>
    </>
  );
}
