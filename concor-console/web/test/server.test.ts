import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isWorthRepeating, pause } from '../src/api/repeat';
import { AnswerError, Server } from '../src/api/server';

const BASE = 'http://host:8081/manage/';

/** The answers of a server, by method and address. */
let answers: Record<string, () => Response>;
let asked: string[];

function list(links: Record<string, string>): Response {
  const all = { self: BASE.slice(0, -1), ...links };
  return Response.json({ _links: Object.fromEntries(Object.entries(all).map(([id, href]) => [id, { href }])) });
}

beforeEach(() => {
  asked = [];
  vi.stubGlobal('location', { origin: 'http://host:8081' });
  vi.stubGlobal('document', { cookie: 'XSRF-TOKEN=a%20token' });
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit = {}) => {
    asked.push(`${method} ${address}`);
    return answers[`${method} ${address}`]?.() ?? new Response(null, { status: 404 });
  });
});

afterEach(() => vi.unstubAllGlobals());

describe('a server', () => {
  it('is asked where the list of the Actuator says, also if only paths below an endpoint are listed', async () => {
    answers = {
      [`GET ${BASE.slice(0, -1)}`]: () => list({ concor: `${BASE}flows`, 'concorslots-flow': `${BASE}slots/{flow}` }),
      [`GET ${BASE}flows`]: () => Response.json({ flows: [] }),
      [`POST ${BASE}slots/orders`]: () => Response.json({ version: 2 }),
    };
    const server = new Server(BASE, 'own');

    expect(await server.get('concor', '')).toEqual({ flows: [] });
    expect(await server.post('concorslots', '/orders', {})).toEqual({ version: 2 });
    expect(asked.filter((request) => request === `GET ${BASE.slice(0, -1)}`)).toHaveLength(1);
  });

  it('is asked for its list once, also if that is disabled', async () => {
    answers = { [`GET ${BASE}concor`]: () => Response.json({ flows: [] }) };
    const server = new Server(BASE, 'own');

    await server.get('concor', '');
    await server.get('concor', '');

    expect(asked).toEqual([`GET ${BASE.slice(0, -1)}`, `GET ${BASE}concor`, `GET ${BASE}concor`]);
  });

  it('tells the reason of a refusal', async () => {
    const refusal = { error: 'invalid setting', field: 'threads', reason: '0 is out of bounds', allowed: '1 to 4096' };
    answers = { [`POST ${BASE}concorslots/orders`]: () => Response.json(refusal, { status: 400 }) };

    await expect(new Server(BASE, 'own').post('concorslots', '/orders', {})).rejects.toEqual(
      new AnswerError(400, '0 is out of bounds', 'threads', '1 to 4096'),
    );
  });
});

describe('whether an application has an endpoint', () => {
  const ofQueues = () => new Server(BASE, 'own').has('concorclientqueues');

  it('is what the list of the Actuator says, without a request to the endpoint', async () => {
    answers = { [`GET ${BASE.slice(0, -1)}`]: () => list({ 'concorclientqueues-queue': `${BASE}clients/{queue}` }) };
    expect(await ofQueues()).toBe(true);

    answers = { [`GET ${BASE.slice(0, -1)}`]: () => list({ concor: `${BASE}concor` }) };
    expect(await ofQueues()).toBe(false);
    expect(new Set(asked)).toEqual(new Set([`GET ${BASE.slice(0, -1)}`]));
  });

  it('is what the endpoint answers if the list is disabled', async () => {
    answers = { [`GET ${BASE}concorclientqueues`]: () => Response.json({ queues: [] }) };
    expect(await ofQueues()).toBe(true);

    answers = {};
    expect(await ofQueues()).toBe(false);
  });

  it('is unknown if the server fails', async () => {
    answers = { [`GET ${BASE.slice(0, -1)}`]: () => new Response(null, { status: 503 }), [`GET ${BASE}concorclientqueues`]: () => new Response(null, { status: 503 }) };

    await expect(ofQueues()).rejects.toMatchObject({ status: 503 });
  });
});

describe('whether a user may change something', () => {
  const options = (answer: () => Response) => {
    answers = { [`OPTIONS ${BASE}concorslots/orders`]: answer };
    return new Server(BASE, 'own').mayPost('concorslots', '/orders');
  };

  it('is what the server allows', async () => {
    expect(await options(() => new Response(null, { headers: { Allow: 'GET,POST' } }))).toBe(true);
    expect(await options(() => new Response(null, { headers: { Allow: 'GET' } }))).toBe(false);
    expect(await options(() => new Response(null, { status: 403 }))).toBe(false);
  });

  it('is unknown if the server fails, so that controls stay', async () => {
    await expect(options(() => new Response(null, { status: 503 }))).rejects.toMatchObject({ status: 503 });
  });
});

describe('a request that failed', () => {
  const refused = async (status: number, retryAfter?: string) => {
    const headers: Record<string, string> = retryAfter === undefined ? {} : { 'Retry-After': retryAfter };
    answers = { [`GET ${BASE}concordiagnosis/orders/whatif`]: () => new Response(null, { status, headers }) };
    return new Server(BASE, 'own').get('concordiagnosis', '/orders/whatif').then(() => Promise.reject(new Error('it was not refused')), (error: Error) => error);
  };

  it('is repeated a few times if the server is busy or the budget of the caller is used up', async () => {
    expect(isWorthRepeating(0, await refused(503))).toBe(true);
    expect(isWorthRepeating(4, await refused(429))).toBe(true);
    expect(isWorthRepeating(5, await refused(429))).toBe(false);
    expect(isWorthRepeating(0, await refused(400))).toBe(false);
    expect(isWorthRepeating(0, new TypeError('no connection'))).toBe(false);
  });

  it('waits as long as the server asks for', async () => {
    expect(pause(2_000, await refused(429, '5'))).toBe(5_000);
    expect(pause(2_000, await refused(503, '1'))).toBe(2_000);
    expect(pause(2_000, await refused(429))).toBe(2_000);
    expect(pause(2_000, new TypeError('no connection'))).toBe(2_000);
  });

  it('waits until the date that a proxy names, but not longer than a minute', async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
    try {
      expect(pause(2_000, await refused(503, 'Thu, 01 Jan 2026 00:00:10 GMT'))).toBe(10_000);
      expect(pause(2_000, await refused(503, 'Thu, 01 Jan 2026 01:00:00 GMT'))).toBe(60_000);
      expect(pause(2_000, await refused(503, 'Wed, 31 Dec 2025 00:00:00 GMT'))).toBe(2_000);
      expect(pause(2_000, await refused(503, 'soon'))).toBe(2_000);
    } finally {
      vi.useRealTimers();
    }
  });
});
