import { render } from 'preact';
import '../../packages/report/page/style.css';
import { Playground } from './playground.tsx';
import './playground.css';

render(<Playground />, document.querySelector('#playground')!);
