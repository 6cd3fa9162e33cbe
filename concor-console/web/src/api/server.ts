/**
 * An answer other than success.
 *
 * @param retryAfterMillis how long the server asks to wait before the next request, at most a minute
 */
export class AnswerError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly field?: string,
    readonly allowed?: string,
    readonly retryAfterMillis?: number,
  ) {
    super(message);
  }
}

const REFUSALS = [401, 403, 404, 405];

export type Query = Record<string, string | number | boolean | undefined>;

/** A request to an endpoint. The path follows the endpoint's own address and includes the query. */
export interface EndpointRequest {
  method: string;
  endpoint: string;
  path: string;
  body?: object;
  signal: AbortSignal;
}

const TIMEOUT_MILLIS = 10_000;
/** The page shows soon that a server is back, whatever a proxy says. */
const LONGEST_PAUSE_MILLIS = 60_000;

/** The management endpoints of one running application. */
export class Server {
  private links?: Promise<Map<string, string>>;

  /**
   * @param base the address of the Actuator, with a slash at its end
   * @param name what the page calls it
   */
  constructor(
    readonly base: string,
    readonly name: string,
  ) {}

  /** Whether the page comes from this server, so that its cookies can be read. */
  get isOwn(): boolean {
    return new URL(this.base).origin === location.origin;
  }

  async get<T>(endpoint: string, path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
    return (await this.send('GET', endpoint, path, query, undefined, signal)).json() as Promise<T>;
  }

  async post<T>(endpoint: string, path: string, body: object): Promise<T> {
    return (await this.send('POST', endpoint, path, {}, body)).json() as Promise<T>;
  }

  async delete(endpoint: string, path: string, query: Query = {}): Promise<void> {
    await this.send('DELETE', endpoint, path, query);
  }

  /** Whether this user may change something at a path. Asking changes nothing and leaves no entry. */
  mayPost(endpoint: string, path: string): Promise<boolean> {
    const answer = this.send('OPTIONS', endpoint, path, {});
    return unlessRefused(answer.then(({ headers }) => (headers.get('Allow') ?? '').includes('POST')));
  }

  /** Whether the application has an endpoint: by the list of the Actuator, or by a request if that is disabled. */
  async has(endpoint: string): Promise<boolean> {
    const links = await this.known();
    return links.size > 0 ? links.has(endpoint) : unlessRefused(this.send('GET', endpoint, '', {}).then(() => true));
  }

  private async send(
    method: string,
    endpoint: string,
    path: string,
    query: Query,
    body?: object,
    signal?: AbortSignal,
  ): Promise<Response> {
    const timeout = AbortSignal.timeout(TIMEOUT_MILLIS);
    const answer = await this.request({
      method,
      endpoint,
      path: path + search(query),
      body,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    if (!answer.ok) {
      throw await errorOf(answer);
    }
    return answer;
  }

  /** Sends a request and returns its answer, whatever the status. */
  protected async request({ method, endpoint, path, body, signal }: EndpointRequest): Promise<Response> {
    return fetch((await this.address(endpoint)) + path, {
      method,
      headers: this.headers(method, body),
      body: body && JSON.stringify(body),
      credentials: this.isOwn ? 'same-origin' : 'include',
      signal,
    });
  }

  private headers(method: string, body?: object): Record<string, string> {
    const headers: Record<string, string> = { Accept: 'application/json' };
    if (this.isOwn) {
      headers['X-Requested-With'] = 'XMLHttpRequest'; // elsewhere it would need the consent of CORS
    }
    if (body) {
      headers['Content-Type'] = 'application/json';
    }
    const token = this.isOwn && method !== 'GET' && cookie('XSRF-TOKEN');
    if (token) {
      headers['X-XSRF-TOKEN'] = token;
    }
    return headers;
  }

  /** The Actuator says where its endpoints are, unless its list is disabled. The host is that of the base: a proxy may have another name. */
  private async address(endpoint: string): Promise<string> {
    return (await this.known()).get(endpoint) ?? this.base + endpoint;
  }

  private known(): Promise<Map<string, string>> {
    this.links ??= this.discover();
    return this.links;
  }

  private async discover(): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    try {
      const answer = await fetch(this.base.replace(/\/$/, ''), {
        headers: { Accept: 'application/json' },
        credentials: this.isOwn ? 'same-origin' : 'include',
        signal: AbortSignal.timeout(TIMEOUT_MILLIS),
      });
      if (answer.status === 404) {
        return found; // the list is disabled
      }
      const { _links: links } = (await answer.json()) as { _links: Record<string, { href: string }> };
      const root = new URL(links.self.href).pathname;
      for (const [id, { href }] of Object.entries(links)) {
        const path = new URL(href.replace(/\/?\{.*/, '')).pathname; // that of the endpoint, also if only paths below it are listed
        if (path.startsWith(root)) {
          found.set(id.split('-')[0], this.base + path.slice(root.length).replace(/^\//, ''));
        }
      }
    } catch {
      this.links = undefined; // asked again with the next request
    }
    return found;
  }
}

/** Returns an answer, or false if the server refuses it. Throws other failures: whether it would is not known, and the last answer remains. */
async function unlessRefused(answer: Promise<boolean>): Promise<boolean> {
  try {
    return await answer;
  } catch (refused) {
    if (refused instanceof AnswerError && REFUSALS.includes(refused.status)) {
      return false;
    }
    throw refused;
  }
}

function search(query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  return given.length ? '?' + new URLSearchParams(given.map(([name, value]) => [name, String(value)])) : '';
}

function cookie(name: string): string | undefined {
  const found = document.cookie.split('; ').find((entry) => entry.startsWith(name + '='));
  return found && decodeURIComponent(found.slice(name.length + 1));
}

async function errorOf(answer: Response): Promise<AnswerError> {
  const body = (await answer.json().catch(() => ({}))) as Record<string, unknown>;
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const message = text(body.reason) ?? text(body.message) ?? text(body.error) ?? statusText(answer.status);
  return new AnswerError(answer.status, message, text(body.field), text(body.allowed), retryAfter(answer));
}

/** The header contains seconds or a date. */
function retryAfter(answer: Response): number | undefined {
  const value = answer.headers.get('Retry-After') ?? '';
  const millis = /^\d+$/.test(value) ? 1_000 * Number(value) : Date.parse(value) - Date.now();
  return millis > 0 ? Math.min(millis, LONGEST_PAUSE_MILLIS) : undefined; // not a number if there is none
}

function statusText(status: number): string {
  switch (status) {
    case 401:
      return 'Log in to read this';
    case 403:
      return 'You may read this, but not change it';
    case 405:
      return 'Changes are not enabled here: management.endpoint.<id>.access';
    case 429:
      return 'Too many failed log-ins from this address; wait a minute';
    default:
      return `The server answered ${status}`;
  }
}
