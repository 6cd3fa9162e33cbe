import { link as hashOf, type Route } from './route';

export { partOf, useRoute, type Part, type Route } from './route';

/**
 * The places of the console in Spring Boot Admin. They are in the hash, too, but links name the whole path: the page has a
 * base address, to which a hash alone would lead.
 */
export function link(route: Route): string {
  return location.pathname + location.search + hashOf(route);
}

export function go(route: Route, replace = false): void {
  if (replace) {
    history.replaceState(history.state, '', link(route));
    dispatchEvent(new PopStateEvent('popstate')); // Spring Boot Admin's router reads the address again
    dispatchEvent(new HashChangeEvent('hashchange'));
  } else {
    location.assign(link(route));
  }
}
