import { useSyncExternalStore } from 'react';
import { Server } from './api/server';
import { store, stored } from './common/storage';

/** The servers that the page shows: its own, and those that the user has added, which the browser remembers. */

const KEY = 'concor.servers';

interface Added {
  base: string;
  name: string;
}

/** The page is at `<management base>/concorconsole/`. */
let own = new Server(new URL('../', document.baseURI).href, 'this server');

let servers: Server[] = read();
const listeners = new Set<() => void>();

function read(): Server[] {
  try {
    const added = JSON.parse(stored(KEY) ?? '[]') as Added[];
    return [own, ...added.map(({ base, name }) => new Server(addressOf(base), name))];
  } catch {
    return [own]; // what another version or a person has written
  }
}

function change(changed: Server[]): void {
  servers = changed;
  const added: Added[] = servers.filter((server) => server !== own).map(({ base, name }) => ({ base, name }));
  store(KEY, JSON.stringify(added));
  listeners.forEach((listener) => listener());
}

/** Returns the address of an Actuator as it is used. Throws if it is none. */
function addressOf(text: string): string {
  const address = new URL(text.trim());
  if (!/^https?:$/.test(address.protocol) || address.username || address.search || address.hash) {
    throw new TypeError('not the address of an Actuator');
  }
  return address.href.replace(/(\/concorconsole)?\/*$/, '/');
}

/** Replaces the page's own server, where the page is not at the address of an Actuator. */
export function replaceOwnServer(server: Server): void {
  servers = servers.map((one) => (one === own ? server : one));
  own = server;
  listeners.forEach((listener) => listener());
}

/** Adds a server and returns why it cannot be added, if so. */
export function addServer(text: string): string | undefined {
  try {
    const base = addressOf(text);
    if (servers.some((server) => server.base === base)) {
      return `${base} is already there.`;
    }
    change([...servers, new Server(base, new URL(base).host)]);
    return undefined;
  } catch {
    return `"${text}" is not an address: give that of the Actuator, such as http://host:8081/actuator.`;
  }
}

export function removeServer(base: string): void {
  change(servers.filter((server) => server === own || server.base !== base));
}

/** Returns what a link says of a server: nothing of the page's own, the address of others. */
export function serverInLink(server: Server): string | undefined {
  return server === own ? undefined : server.base;
}

/** Returns the server of a link, if the page knows it. */
export function serverOf(link: string | undefined): Server | undefined {
  return link === undefined ? own : servers.find(({ base }) => base === link);
}

export function useServers(): Server[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => servers,
  );
}
