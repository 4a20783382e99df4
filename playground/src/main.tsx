import { render } from 'preact';
import { Playground } from './playground.tsx';

render(<Playground />, document.querySelector('#playground')!);
