import { defined } from '@palimpsest/core-types';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { TokenFigures } from '../../packages/report/page/report.tsx';
import { createReceiver, type SessionData } from '../../packages/report/page/session-data.ts';
import { nameResult } from './format-call.ts';
import type { Choices, Message, OpenedFile, Source, StrategyChoice, Task } from './protocol.ts';
// A part of the page: each session needs a new worker, also after the network is gone.
// oxlint-disable-next-line import/default -- Vite exports the class.
import SessionWorker from './worker.ts?worker&inline';

/** What the worker has found so far. */
interface Found {
  readonly file?: OpenedFile;
  readonly strategies?: readonly StrategyChoice[];
  readonly figures?: TokenFigures;
  readonly data?: SessionData;
  readonly problem?: string | undefined;
  /** Whether `figures` and `data` are of older choices. */
  readonly isBusy?: boolean;
}

export interface WorkerState extends Found {
  /** Shows the effect of choices, unless newer ones come first. */
  readonly show: (choices: Choices) => void;
  /** Compresses the whole file, and saves it. */
  readonly save: (choices: Choices) => void;
}

/** Opens a source in a worker of its own; another source ends the worker, and with it what it computes. */
export function useWorker(source: Source): WorkerState {
  const [found, setFound] = useState<Found>({});
  const worker = useRef<Worker>(undefined);
  useEffect(() => {
    // Nothing of one source is shown below the name of another.
    setFound({});
    const own = new SessionWorker();
    const receive = createReceiver();
    let name: string | undefined;
    own.addEventListener('message', ({ data: message }: MessageEvent<Message>) => {
      if (message.kind === 'opened') {
        ({ name } = message.file);
        setFound({ file: message.file, strategies: message.strategies });
      } else if (message.kind === 'part') {
        const data = receive(message.part);
        if (data !== undefined) setFound((known) => ({ ...known, data, isBusy: false }));
      } else if (message.kind === 'figures') {
        const { figures } = message;
        setFound((known) => ({ ...known, figures, problem: undefined }));
      } else if (message.kind === 'written') saveText(message.text, nameResult(name!));
      else {
        // What is shown belongs to older choices.
        const { problem } = message;
        setFound(({ file, strategies }) => defined({ file, strategies, problem }));
      }
    });
    own.addEventListener('error', ({ message }) => setFound({ problem: message }));
    worker.current = own;
    own.postMessage({ kind: 'open', source } satisfies Task);
    return () => own.terminate();
  }, [source]);
  const tasks = useMemo(() => {
    const post = (task: Task): void => worker.current?.postMessage(task);
    return {
      show: (choices: Choices) => {
        setFound((known) => ({ ...known, isBusy: true }));
        post({ kind: 'show', choices });
      },
      save: (choices: Choices) => post({ kind: 'write', choices }),
    };
  }, []);
  return { ...found, ...tasks };
}

function saveText(text: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text]));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
