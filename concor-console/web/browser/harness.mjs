import chromium from '@sparticuz/chromium';
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromium as playwright } from 'playwright-core';

/** What the tests of the page need: applications as processes, load, and a browser that reports what it must not do. */

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const SLOTS = '--concor.flows.mo-flow.slots.';

/** For a sample whose speed does not matter. */
const QUICK_START = ['-Xmx512m', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

export const PATIENCE = 60_000;

function jar(module) {
  const folder = path.join(ROOT, module, 'target');
  const name = readdirSync(folder).find((file) => new RegExp(`^${module}-[^-]+(-SNAPSHOT)?\\.jar$`).test(file));
  if (!name) {
    throw new Error(`There is no jar in ${folder}: build it with "mvn -q -DskipTests package"`);
  }
  return path.join(folder, name);
}

export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A packaged application as a process. */
export class Application {
  #process;
  #presets = mkdtempSync(path.join(tmpdir(), 'concor-presets-'));

  /** @param headers those of requests to its management endpoints, for the log-in */
  constructor(module, port, managementPort, headers = {}, jvm = QUICK_START) {
    this.module = module;
    this.port = port;
    this.managementPort = managementPort;
    this.headers = headers;
    this.jvm = jvm;
    this.actuator = `http://127.0.0.1:${managementPort}/actuator`;
    this.console = `${this.actuator}/concorconsole/`;
  }

  async run(options) {
    this.#process = spawn(
      'java',
      [
        ...this.jvm,
        '-jar',
        jar(this.module),
        `--server.port=${this.port}`,
        `--management.server.port=${this.managementPort}`,
        '--management.server.address=127.0.0.1',
        `--concor.presets.location=${this.#presets}`,
        '--concor.presets.load=never',
        '--logging.level.root=error',
        ...options,
      ],
      { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] },
    );
    try {
      await this.until(async () => (await fetch(this.actuator + '/health')).status > 0); // 503 while it refuses events
    } catch (failed) {
      await this.stop(); // its process would keep that of the tests from ending
      throw failed;
    }
  }

  async until(condition) {
    const end = Date.now() + PATIENCE;
    while (!(await condition().catch(() => false))) {
      if (Date.now() > end) {
        throw new Error(`${this.module} did not get ready`);
      }
      await sleep(200);
    }
  }

  async kill() {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#process.kill('SIGKILL');
    await ended;
  }

  async stop() {
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      await this.kill();
    }
    rmSync(this.#presets, { recursive: true, force: true });
  }

  get pid() {
    return this.#process.pid;
  }

  async post(endpoint, body) {
    const answer = await fetch(`${this.actuator}/${endpoint}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...this.headers },
      body: JSON.stringify(body),
    });
    if (!answer.ok) {
      throw new Error(`${endpoint}: ${answer.status} ${await answer.text()}`);
    }
    return answer.json();
  }

  async get(endpoint) {
    return (await fetch(`${this.actuator}/${endpoint}`, { headers: this.headers })).json();
  }
}

/** The sample, whose resolver waits for a slow database and has few threads. */
export class Sample extends Application {
  #load;
  /** Where the applications are that take the messages. */
  receiver;

  constructor(port, managementPort, options = [], jvm) {
    super('sample-mo-flow', port, managementPort, {}, jvm);
    this.options = options;
  }

  static async start(options = [], jvm = QUICK_START) {
    const sample = new Sample(await freePort(), await freePort(), options, jvm);
    await sample.start();
    return sample;
  }

  async start() {
    this.receiver = await freePort();
    await this.run([
      `--mo-flow.receiver.port=${this.receiver}`,
      `--mo-flow.applications.base-url=http://127.0.0.1:${this.receiver}`,
      '--mo-flow.database-delay=20ms',
      '--mo-flow.max-in-flight=64',
      `${SLOTS}router.pool=none`,
      `${SLOTS}endpoint-resolver.pool=fixed`,
      `${SLOTS}endpoint-resolver.threads=2`,
      '--concor.sampling.burst=64',
      '--concor.sampling.interval=64',
      ...this.options,
    ]);
  }

  /** Sends a message to a short code. */
  send(msisdn, shortCode, message) {
    return fetch(`http://127.0.0.1:${this.port}/messages`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ msisdn, shortCode, message }),
    });
  }

  /** Sends messages at a rate, whether they are answered or not. */
  load(perSecond) {
    clearInterval(this.#load);
    let sent = 0;
    const send = () =>
      this.send(`49170${sent++ % 1000}`, '2222', 'vote 1').then(
        (answer) => answer.arrayBuffer(),
        () => {},
      );
    this.#load = perSecond
      ? setInterval(() => Array.from({ length: Math.round(perSecond / 20) }, send), 50)
      : undefined;
  }

  async stop() {
    this.load(0);
    await super.stop();
  }
}

export async function launch() {
  chromium.setGraphicsMode = false;
  // in a single process, the browser would end with its first page
  const args = chromium.args.filter((argument) => argument !== '--single-process');
  // without a GPU, processors would emulate one
  args.push('--disable-gpu');
  return playwright.launch({ executablePath: await chromium.executablePath(), args });
}

/**
 * Opens a page that notes each violation of the content security policy, each error of a script, and each dialog but the one
 * that asks `page.question`.
 */
export async function open(browser, url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB', ...options });
  const page = await context.newPage();
  page.faults = [];
  page.on('pageerror', (error) => page.faults.push(String(error)));
  page.on('dialog', (dialog) => {
    if (page.question && dialog.message().includes(page.question)) {
      return dialog.accept();
    }
    page.faults.push(`dialog: ${dialog.message()}`);
    return dialog.dismiss();
  });
  await page.exposeFunction('noteViolation', (violation) => page.faults.push(violation));
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (event) =>
      window.noteViolation(`${event.violatedDirective}: ${event.blockedURI}`),
    ),
  );
  page.setDefaultTimeout(PATIENCE);
  await page.goto(url);
  return page;
}

/** Logs in on the page that a browser is led to. */
export async function logIn(page, username, password) {
  await page.locator('input[name=username]').fill(username);
  await page.locator('input[name=password]').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Waits until a figure of the page has a value. */
export const figureOf = (page, name, value) =>
  page.locator('.figure', { has: page.getByText(name, { exact: true }) }).getByText(value, { exact: true }).waitFor();

/** Waits until the page says what has been done. */
export const statusOf = (page, text) => page.getByRole('status').getByText(text, { exact: true }).waitFor();

/** Has the server answer that the caller may only read at the paths of an endpoint. */
export const onlyReads = (page, endpoint) =>
  page.route(
    ({ pathname }) => pathname.includes(`/${endpoint}/`),
    (route) => (route.request().method() === 'OPTIONS' ? route.fulfill({ headers: { Allow: 'GET' } }) : route.continue()),
  );

/** Returns what axe finds serious or critical. The script of axe is not the page's: it is evaluated, not inserted. */
export async function seriousFindings(page) {
  const { readFile } = await import('node:fs/promises');
  await page.evaluate(await readFile(AXE, 'utf8'));
  const { violations } = await page.evaluate(() => window.axe.run(document));
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}
