import './sba.css';
import './styles.css';
import { createRoot, type Root } from 'react-dom/client';
import { Server, type EndpointRequest } from './api/server';
import { Console } from './Console';
import { replaceOwnServer } from './servers';

/** The console as a view of Spring Boot Admin 4, which loads this file as a script after its own. */

interface AxiosAnswer {
  status: number;
  data: string;
  headers: Record<string, string | undefined>;
}

/** What the view uses of an instance. */
interface Instance {
  id: string;
  axios: { request(options: object): Promise<AxiosAnswer> };
  hasEndpoint(id: string): boolean;
}

interface View {
  instance: Instance;
  $el: HTMLElement;
  root?: Root;
  show(): void;
}

declare const Vue: { h(tag: string, properties: object): unknown };
declare const SBA: {
  viewRegistry: { addView(view: object): void; setGroupIcon(group: string, icon: string): void };
};

/** An instance, called through the proxy of Spring Boot Admin, which knows the addresses of the endpoints. */
class InstanceServer extends Server {
  constructor(private readonly instance: Instance) {
    super(new URL(`instances/${encodeURIComponent(instance.id)}/actuator/`, document.baseURI).href, 'this instance');
  }

  protected override async request({ method, endpoint, path, body, signal }: EndpointRequest): Promise<Response> {
    const { status, data, headers } = await this.instance.axios.request({
      method,
      url: `actuator/${endpoint}${path}`,
      data: body,
      headers: { Accept: 'application/json' },
      responseType: 'text',
      transformResponse: (text: string) => text,
      validateStatus: () => true,
      signal,
    });
    return new Response(data || null, {
      status,
      headers: { Allow: headers.allow ?? '', 'Retry-After': headers['retry-after'] ?? '' },
    });
  }

  override async has(endpoint: string): Promise<boolean> {
    return this.instance.hasEndpoint(endpoint);
  }
}

const view = {
  props: ['instance'],

  render: () => Vue.h('div', { class: 'concor-console' }),

  mounted(this: View) {
    replaceOwnServer(new InstanceServer(this.instance));
    this.root = createRoot(this.$el);
    this.show();
  },

  unmounted(this: View) {
    this.root?.unmount();
  },

  watch: {
    'instance.id'(this: View) {
      replaceOwnServer(new InstanceServer(this.instance));
      this.show();
    },

    /** Spring Boot Admin's own links change the hash without an event. */
    '$route.hash'(this: View) {
      this.show();
    },
  },

  methods: {
    show(this: View) {
      this.root?.render(<Console key={this.instance.id} />);
    },
  },
};

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" class="h-5 w-5 mr-3" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2">' +
  '<path d="M2 12h4m4 0h4m4 0h4"/><rect x="6" y="8" width="4" height="8"/><rect x="14" y="5" width="4" height="14"/></svg>';

SBA.viewRegistry.setGroupIcon('concor', ICON);
SBA.viewRegistry.addView({
  name: 'instances/concor',
  parent: 'instances',
  path: 'concor',
  label: 'Concor',
  group: 'concor',
  order: 1_000,
  component: view,
  isEnabled: ({ instance }: { instance: Instance }) => instance.hasEndpoint('concor'),
});
