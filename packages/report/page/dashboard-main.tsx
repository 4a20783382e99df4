import { render } from 'preact';
import { Dashboard } from './dashboard.tsx';

const root = document.querySelector('#dashboard')!;
root.replaceChildren();
render(<Dashboard />, root);
