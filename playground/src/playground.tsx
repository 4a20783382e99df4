import { useMemo, useState } from 'preact/hooks';
import { CallView } from './call-view.tsx';
import { ChoiceFields } from './choice-fields.tsx';
import type { Choices, Source } from './protocol.ts';
import { Result } from './result.tsx';
import { SecondResult } from './second-result.tsx';
import { SourceFields } from './source-fields.tsx';
import { useWorker } from './use-worker.ts';

const FIRST: Choices = {
  strategy: 'salience',
  unit: 'percent',
  target: 25,
  settings: {},
  conversation: 0,
};

/** The whole page: a session, what to do with it, and what remains of it. */
export function Playground() {
  const [source, setSource] = useState<Source>('openai');
  const [choices, setChoices] = useState(FIRST);
  const [second, setSecond] = useState('');
  const worker = useWorker(source);
  const { file, strategies, figures, problem, save } = worker;
  const change = (changed: Partial<Choices>): void => setChoices((old) => ({ ...old, ...changed }));
  // Each strategy has settings of its own.
  const secondChoices = useMemo(
    () => ({ ...choices, strategy: second, settings: {} }),
    [choices, second],
  );
  const open = (chosen: Source): void => {
    // A number of tokens fits one session only.
    change({ conversation: 0, unit: 'percent', target: FIRST.target });
    setSource(chosen);
  };
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
        {file === undefined || strategies === undefined || strategy === undefined ? (
          <p role={problem === undefined ? 'status' : 'alert'} class={problem && 'problem'}>
            {problem ?? 'Opening the session…'}
          </p>
        ) : (
          <>
            <ChoiceFields
              file={file}
              strategies={strategies}
              strategy={strategy}
              choices={choices}
              tokens={figures?.tokensBefore ?? 0}
              second={second}
              onChange={change}
              onSecond={setSecond}
            />
            <CallView
              file={file}
              choices={choices}
              specs={strategy.settings}
              onSave={() => save(choices)}
            />
            <div class="results">
              <Result worker={worker} choices={choices} />
              {second !== '' && <SecondResult source={source} choices={secondChoices} />}
            </div>
          </>
        )}
      </main>
    </>
  );
}
