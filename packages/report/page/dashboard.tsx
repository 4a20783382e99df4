import { useEffect, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { showBidi } from '../src/show-bidi.ts';
import type { DashboardSession, DashboardState } from '../src/dashboard-state.ts';

/** Milliseconds between two questions to the proxy. */
const PERIOD = 1_000;

/** The sessions of a running proxy, as they go on. */
export function Dashboard(): JSX.Element {
  const [state, setState] = useState<DashboardState>();
  const [isLost, setLost] = useState(false);
  const ask = async (): Promise<void> => {
    try {
      const response = await fetch('state');
      if (!response.ok) throw new Error(String(response.status));
      setState(JSON.parse(showBidi(await response.text())) as DashboardState);
      setLost(false);
    } catch {
      setLost(true);
    }
  };
  useEffect(() => {
    void ask();
    const timer = setInterval(() => void ask(), PERIOD);
    return () => clearInterval(timer);
  }, []);
  /** @param id a session; all without it */
  const turn = (isOff: boolean, id?: number): void => {
    const body = JSON.stringify({ isOff, id });
    // A page of another origin cannot send this header without being asked first.
    const headers = { 'content-type': 'application/json', 'x-palimpsest': 'dashboard' };
    void fetch('switch', { method: 'POST', headers, body }).then(ask, ask);
  };
  if (state === undefined) {
    return <p role="status">{isLost ? 'The proxy does not answer.' : 'Asking the proxy…'}</p>;
  }
  const { sessions, isOff, unit, prices } = state;
  return (
    <>
      <h1>Palimpsest proxy</h1>
      <p role="status">
        {isLost ? 'The proxy does not answer; these are its last figures.' : sumOf(sessions)}
      </p>
      <p>
        <Switch isOff={isOff} what="all sessions" onTurn={(off) => turn(off)} />
      </p>
      {sessions.length === 0 ? (
        <p>No agent has sent a request yet. Point one at the proxy.</p>
      ) : (
        <div class="sessions" tabIndex={0} role="region" aria-label="Sessions">
          <table>
            <thead>
              <tr>
                <th scope="col">Session</th>
                <th scope="col">Requests</th>
                <th scope="col">Tokens given, sent</th>
                <th scope="col">Newest: agent, provider</th>
                <th scope="col">From the cache</th>
                <th scope="col">Cost, without</th>
                <th scope="col">Actions</th>
              </tr>
            </thead>
            <tbody>
              {sessions.map((session) => (
                <Row key={session.id} session={session} unit={unit} onTurn={turn} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p class="facts">
        Given and sent are estimates over all requests. The newest request is shown as the agent
        would count it and as the provider reported it: agents see the second figure. Costs without
        the proxy assume that each request finds the one before it in the cache.
        {prices.map((text) => ` ${text}`)}
      </p>
    </>
  );
}

interface RowProps {
  readonly session: DashboardSession;
  readonly unit: DashboardState['unit'];
  readonly onTurn: (isOff: boolean, id: number) => void;
}

function Row({ session, unit, onTurn }: RowProps): JSX.Element {
  const { id, api, model, requests, recalls, tokensGiven, tokensSent, prompt, cached } = session;
  const { newestGiven, newestReported, cost, costWithout, isOff, isShortened } = session;
  const saved = tokensGiven === 0 ? 0 : 1 - tokensSent / tokensGiven;
  return (
    <tr>
      <th scope="row">
        {id}: {model || api}
      </th>
      <td>
        {requests}
        {recalls > 0 && `, ${recalls} recalled`}
      </td>
      <td>
        {format(tokensGiven)}, {format(tokensSent)} <span class="saving">−{percent(saved)}</span>
      </td>
      <td>
        {format(newestGiven)}, {newestReported === 0 ? '–' : format(newestReported)}
      </td>
      <td>{prompt === 0 ? '–' : percent(cached / prompt)}</td>
      <td>
        {cost === undefined || costWithout === undefined
          ? '–'
          : `${inUnit(cost, unit)}, ${inUnit(costWithout, unit)}`}
      </td>
      <td>
        <Switch isOff={isOff} what={`session ${id}`} onTurn={(off) => onTurn(off, id)} />{' '}
        {isShortened && <a href={`sessions/${id}`}>What was removed</a>}
      </td>
    </tr>
  );
}

function inUnit(cost: number, unit: DashboardState['unit']): string {
  return unit === 'seconds' ? `${cost.toFixed(1)} s` : `$${cost.toFixed(2)}`;
}

interface SwitchProps {
  readonly isOff: boolean;
  readonly what: string;
  readonly onTurn: (isOff: boolean) => void;
}

function Switch({ isOff, what, onTurn }: SwitchProps): JSX.Element {
  return (
    <button type="button" aria-pressed={isOff} onClick={() => onTurn(!isOff)}>
      {isOff ? `Shorten ${what} again` : `Leave ${what} alone`}
    </button>
  );
}

function sumOf(sessions: readonly DashboardSession[]): string {
  const add = (of: (session: DashboardSession) => number): number =>
    sessions.reduce((sum, session) => sum + of(session), 0);
  const given = add(({ tokensGiven }) => tokensGiven);
  const sent = add(({ tokensSent }) => tokensSent);
  const requests = add((session) => session.requests);
  const saved = given === 0 ? '' : `, ${percent(1 - sent / given)} fewer tokens`;
  return `${count(requests, 'request')} in ${count(sessions.length, 'session')}${saved}`;
}

function count(number: number, name: string): string {
  return `${number} ${name}${number === 1 ? '' : 's'}`;
}

function format(tokens: number): string {
  return Math.round(tokens).toLocaleString('en-US');
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}
