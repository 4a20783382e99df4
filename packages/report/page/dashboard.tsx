import { useEffect, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { showBidi } from '../src/show-bidi.ts';
import type { DashboardSession, DashboardState } from '../src/dashboard-state.ts';
import { formatCount, formatNumber, formatSaving } from './words.ts';

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
        {isLost ? 'The proxy does not answer. These are its last figures.' : sumOf(sessions)}
      </p>
      <p>
        <Switch isOff={isOff} what={ALL} onTurn={(off) => turn(off)} />
      </p>
      {sessions.length === 0 ? (
        <p>No agent has sent a request yet. Set the base URL of one to the address of the proxy.</p>
      ) : (
        <div class="sessions" tabIndex={0} role="region" aria-label="Sessions">
          <table>
            <thead>
              <tr>
                <td colSpan={4} />
                <th scope="colgroup" colSpan={3}>
                  Tokens of all requests
                </th>
                <th scope="colgroup" colSpan={2}>
                  Tokens of the newest
                </th>
                <td />
                <th scope="colgroup" colSpan={2}>
                  Cost
                </th>
              </tr>
              <tr>
                <th scope="col">Session</th>
                <th scope="col">Model</th>
                <th scope="col">Actions</th>
                {FIGURES.map((name) => (
                  <th key={name} scope="col" class="figure">
                    {name.split(', ').at(-1)}
                  </th>
                ))}
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
        “Given” is what the agent sent, “sent” what the provider received; both are estimates.
        “Reported” is the count of the provider, which agents show. Costs without the proxy assume
        that each request finds the previous one in the cache.
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

/** Characters of a first request that tell sessions apart. */
const MAX_SUBJECT = 80;

/** Names of the columns with figures. The part before a comma is in the heading of a group. */
const FIGURES = [
  'Requests',
  'Tokens of all requests, given',
  'Tokens of all requests, sent',
  'Tokens of all requests, change',
  'Tokens of the newest, given',
  'Tokens of the newest, reported',
  'From the cache',
  'Cost, with the proxy',
  'Cost, without',
] as const;

function Row({ session, unit, onTurn }: RowProps): JSX.Element {
  const { id, subject, api, model, requests, answeredCalls, tokensGiven, tokensSent } = session;
  const { prompt, cached, newestGiven, newestReported, cost, costWithout } = session;
  const { isOff, isShortened } = session;
  const figures = [
    answeredCalls === 0
      ? formatNumber(requests)
      : `${formatNumber(requests)} (${formatCount(answeredCalls, 'answered call')})`,
    format(tokensGiven),
    format(tokensSent),
    formatSaving(tokensGiven, tokensSent),
    format(newestGiven),
    newestReported === 0 ? '–' : format(newestReported),
    prompt === 0 ? '–' : percent(cached / prompt),
    ...[cost, costWithout].map((own) => (own === undefined ? '–' : inUnit(own, unit))),
  ];
  return (
    <tr class={isOff ? 'off' : ''}>
      <th scope="row">
        {id}: {subject?.slice(0, MAX_SUBJECT) ?? api}
      </th>
      <td data-label="Model">{model || api}</td>
      <td data-label="Actions">
        <Switch isOff={isOff} what={`session ${id}`} onTurn={(off) => onTurn(off, id)} />{' '}
        {isShortened && <a href={`sessions/${id}`}>What was removed</a>}
      </td>
      {figures.map((figure, at) => (
        <td key={at} class="figure" data-label={FIGURES[at]}>
          {figure}
        </td>
      ))}
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
  const action = isOff ? 'Compress again' : 'Stop compressing';
  return (
    <button
      type="button"
      aria-pressed={isOff}
      aria-label={`${action}: ${what}`}
      onClick={() => onTurn(!isOff)}
    >
      {what === ALL ? `${action}: ${what}` : action}
    </button>
  );
}

const ALL = 'all sessions';

function sumOf(sessions: readonly DashboardSession[]): string {
  const add = (of: (session: DashboardSession) => number): number =>
    sessions.reduce((sum, session) => sum + of(session), 0);
  const given = add(({ tokensGiven }) => tokensGiven);
  const sent = add(({ tokensSent }) => tokensSent);
  const requests = add((session) => session.requests);
  const saved =
    given === 0
      ? ''
      : `, ${percent(Math.abs(1 - sent / given))} ${sent > given ? 'more' : 'fewer'} tokens`;
  return `${formatCount(requests, 'request')} in ${formatCount(sessions.length, 'session')}${saved}`;
}

function format(tokens: number): string {
  return formatNumber(Math.round(tokens));
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}
