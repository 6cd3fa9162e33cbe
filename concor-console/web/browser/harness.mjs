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

/** What the tests of the page need: the sample as a process, load, and a browser that reports what it must not do. */

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const SLOTS = '--concor.flows.mo-flow.slots.';

/** For a sample whose speed does not matter. */
const QUICK_START = ['-Xmx512m', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

export const PATIENCE = 60_000;

function jar() {
  const folder = path.join(ROOT, 'sample-mo-flow/target');
  const name = readdirSync(folder).find((file) => /^sample-mo-flow-[^-]+(-SNAPSHOT)?\.jar$/.test(file));
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

/** The sample, whose resolver waits for a slow database and has few threads. */
export class Sample {
  #process;
  #load;
  #presets = mkdtempSync(path.join(tmpdir(), 'concor-presets-'));
  /** Where the applications are that take the messages. */
  receiver;

  constructor(port, managementPort, options = [], jvm = QUICK_START) {
    this.jvm = jvm;
    this.port = port;
    this.managementPort = managementPort;
    this.options = options;
    this.actuator = `http://127.0.0.1:${managementPort}/actuator`;
    this.console = `${this.actuator}/concorconsole/`;
  }

  static async start(options = [], jvm = QUICK_START) {
    const sample = new Sample(await freePort(), await freePort(), options, jvm);
    try {
      await sample.start();
      return sample;
    } catch (failed) {
      await sample.stop(); // its process would keep that of the tests from ending
      throw failed;
    }
  }

  async start() {
    this.receiver = await freePort();
    this.#process = spawn(
      'java',
      [
        ...this.jvm,
        '-jar',
        jar(),
        `--server.port=${this.port}`,
        `--management.server.port=${this.managementPort}`,
        '--management.server.address=127.0.0.1',
        `--mo-flow.receiver.port=${this.receiver}`,
        `--mo-flow.applications.base-url=http://127.0.0.1:${this.receiver}`,
        '--mo-flow.database-delay=20ms',
        '--mo-flow.max-in-flight=64',
        `--concor.presets.location=${this.#presets}`,
        '--concor.presets.load=never',
        `${SLOTS}router.pool=none`,
        `${SLOTS}endpoint-resolver.pool=fixed`,
        `${SLOTS}endpoint-resolver.threads=2`,
        '--concor.sampling.burst=64',
        '--concor.sampling.interval=64',
        '--logging.level.root=error',
        ...this.options,
      ],
      { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] },
    );
    await this.until(async () => (await fetch(this.actuator + '/health')).status > 0); // 503 while it refuses events
  }

  async until(condition) {
    const end = Date.now() + PATIENCE;
    while (!(await condition().catch(() => false))) {
      if (Date.now() > end) {
        throw new Error('The sample did not get ready');
      }
      await sleep(200);
    }
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

  async kill() {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#process.kill('SIGKILL');
    await ended;
  }

  async stop() {
    this.load(0);
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      await this.kill();
    }
    rmSync(this.#presets, { recursive: true });
  }

  get pid() {
    return this.#process.pid;
  }

  async post(endpoint, body) {
    const answer = await fetch(`${this.actuator}/${endpoint}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) {
      throw new Error(`${endpoint}: ${answer.status} ${await answer.text()}`);
    }
    return answer.json();
  }

  async get(endpoint) {
    return (await fetch(`${this.actuator}/${endpoint}`)).json();
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

/** Returns what axe finds serious or critical. The script of axe is not the page's: it is evaluated, not inserted. */
export async function seriousFindings(page) {
  const { readFile } = await import('node:fs/promises');
  await page.evaluate(await readFile(AXE, 'utf8'));
  const { violations } = await page.evaluate(() => window.axe.run(document));
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}
