import { render } from 'preact';
import { Report } from './report.tsx';
import { readPageData } from './session-data.ts';

const root = document.querySelector('#report')!;
try {
  const data = await readPageData(document.querySelector('#data')?.textContent ?? '');
  document.title = `${data.overview.title} – Palimpsest`;
  root.replaceChildren();
  render(<Report data={data} />, root);
} catch (error) {
  root.textContent = `The data of this report cannot be read: ${String(error)}`;
}
