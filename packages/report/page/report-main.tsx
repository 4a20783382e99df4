import { render } from 'preact';
import { Report } from './report.tsx';
import { createReceiver, rest } from './session-data.ts';
import type { SessionPart } from './session-parts.ts';

/** The script of `data-worker.ts`; the build puts it here. */
declare const WORKER_SCRIPT: string;

const root = document.querySelector('#report')!;
const script = new Blob([WORKER_SCRIPT], { type: 'text/javascript' });
const worker = new Worker(URL.createObjectURL(script));
const receive = createReceiver();
worker.addEventListener('message', ({ data: part }: MessageEvent<SessionPart>) => {
  const data = receive(part);
  if (data === undefined) return;
  worker.terminate();
  const { subject, title } = data.overview;
  document.title = `${subject ?? title} – Palimpsest`;
  root.replaceChildren();
  render(<Report data={data} />, root);
});
worker.addEventListener('error', ({ message }) => {
  root.textContent = `The data of this report cannot be read: ${message}`;
});
for (const part of document.querySelectorAll('.data')) {
  worker.postMessage(part.textContent);
  part.remove();
  await rest();
}
worker.postMessage(undefined);
