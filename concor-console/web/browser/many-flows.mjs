import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { launch, open, Sample } from './harness.mjs';

/**
 * What a hundred flows of 64 components cost: the time to the first view, the processor time of a poll in the server and in the
 * page, and whether a page that stays open for an hour grows. The hour is a time-lapse: the page's clock is moved on second by
 * second, and each second it asks the server as usual.
 */

const FLOWS = 100;
const COMPONENTS = 64;
const COMPONENTS_OF_A_STAGE = 16;
const SECONDS = 20;
const WARM_SECONDS = 60;
/** The longest interval at which a page asks for something. */
const ROUND_SECONDS = 180;
const HOUR = 3_600;
const REQUESTS_OF_OTHERS = 6_000;
const NANOS_PER_MILLI = 1e6;

const range = (length, of) => Array.from({ length }, (_, i) => of(i));

/** Flows of a task of the sample whose input is its output. */
function configuration() {
  const task = (i) => ({
    name: `component-${i}`,
    task: 'transLogger',
    slot: { pool: i % COMPONENTS_OF_A_STAGE === COMPONENTS_OF_A_STAGE - 1 ? 'single' : 'none' },
  });
  const flows = range(FLOWS, (i) => [`flow-${String(i).padStart(3, '0')}`, { tasks: range(COMPONENTS, task) }]);
  return JSON.stringify({ concor: { flows: Object.fromEntries(flows) } }); // JSON is YAML
}

/**
 * Returns the processor time of the threads that answer requests, in milliseconds. That of the whole server, which has 700
 * stages to watch, varies by more than requests cost.
 */
function requestTime(pid) {
  return readdirSync(`/proc/${pid}/task`)
    .map((thread) => `/proc/${pid}/task/${thread}`)
    .filter((thread) => ofThread(thread, 'comm').startsWith('http-nio'))
    .map((thread) => Number(ofThread(thread, 'schedstat').split(' ')[0]) / NANOS_PER_MILLI)
    .reduce((sum, millis) => sum + millis, 0);
}

function ofThread(thread, file) {
  try {
    return readFileSync(`${thread}/${file}`, 'utf8');
  } catch {
    return ''; // it has ended
  }
}

async function during(seconds, read, act = async () => {}) {
  const before = await read();
  await Promise.all([sleep(seconds * 1_000), act()]);
  return ((await read()) - before) / seconds;
}

async function openPage(browser, url, row) {
  const page = await open(browser, url);
  await page.locator(row).first().waitFor();
  page.session = await page.context().newCDPSession(page);
  await page.session.send('Performance.enable');
  return page;
}

/** Returns the time that the page's thread has worked, in milliseconds. */
async function workTime(page) {
  const { metrics } = await page.session.send('Performance.getMetrics');
  return 1_000 * metrics.find(({ name }) => name === 'TaskDuration').value;
}

async function heap(page) {
  await page.session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await page.session.send('Runtime.getHeapUsage');
  return (usedSize / 1e6).toFixed(1);
}

/**
 * Closes a page and prints the processor time that its requests cost if a client that does nothing else sends them at the page's
 * pace: a browser on the same processors makes the server slower.
 */
async function costWithoutBrowser(page, sample) {
  const requests = await requestsOf(page, ROUND_SECONDS);
  await page.context().close();
  const cost = await during(ROUND_SECONDS, () => requestTime(sample.pid), () => send(requests));
  const each = (cost * ROUND_SECONDS) / requests.length;
  console.log(
    `its ${requests.length} requests of ${ROUND_SECONDS} seconds without a browser: server ${each.toFixed(1)} ms a request, ${cost.toFixed(1)} ms a second`,
  );
}

async function send(requests) {
  const start = performance.now();
  for (const { at, url } of requests) {
    await sleep(Math.max(0, at - (performance.now() - start)));
    await (await fetch(url)).arrayBuffer();
  }
}

/** Records what a page asks for in the following seconds. */
async function requestsOf(page, seconds) {
  const requests = [];
  const start = performance.now();
  const record = (request) => requests.push({ at: performance.now() - start, url: request.url() });
  page.on('request', record);
  await sleep(seconds * 1_000);
  page.off('request', record);
  return requests;
}

/** A server with traffic of its own has compiled what all requests run through. */
async function makeBusy(url, addresses) {
  for (let i = 0; i < REQUESTS_OF_OTHERS; i++) {
    await (await fetch(new URL(addresses[i % addresses.length], url))).arrayBuffer();
  }
}

async function costOfPolls(what, page, sample) {
  await sleep(WARM_SECONDS * 1_000); // what is done once
  const [server, work] = await Promise.all([
    during(SECONDS, () => requestTime(sample.pid)),
    during(SECONDS, () => workTime(page)),
  ]);
  console.log(`${what}, each second: server ${server.toFixed(1)} ms of processor time, page ${work.toFixed(1)} ms`);
}

/** Returns a function that waits until nothing is under way. */
function settling(page) {
  let underWay = 0;
  page.on('request', () => underWay++);
  page.on('requestfinished', () => underWay--);
  page.on('requestfailed', () => underWay--);
  return async () => {
    do {
      await sleep(5);
    } while (underWay > 0);
  };
}

async function leaveOpenForAnHour(browser, url) {
  const page = await open(browser, 'about:blank');
  const settled = settling(page);
  await page.clock.install();
  await page.goto(url);
  await page.locator('.component-button').first().waitFor();
  page.session = await page.context().newCDPSession(page);
  for (let second = 0; second <= HOUR; second++) {
    if (second % (HOUR / 6) === 0) {
      console.log(`open for ${second / 60} minutes: ${await heap(page)} MB`);
    }
    await page.clock.runFor(1_000);
    await settled();
  }
}

const folder = mkdtempSync(path.join(tmpdir(), 'many-flows-'));
writeFileSync(path.join(folder, 'flows.yml'), configuration());
const sample = await Sample.start([`--spring.config.additional-location=file:${folder}/flows.yml`], ['-Xmx4g']);
const browser = await launch();
try {
  const warm = await openPage(browser, sample.console, `tbody tr:nth-child(${FLOWS})`);
  await sleep(30_000);
  await warm.context().close();

  const began = performance.now();
  const overview = await openPage(browser, sample.console, `tbody tr:nth-child(${FLOWS})`);
  console.log(`first view of ${FLOWS} flows: ${Math.round(performance.now() - began)} ms after it was asked for`);
  await costOfPolls(`overview of ${FLOWS} flows`, overview, sample);
  await makeBusy(`${sample.actuator}/`, ['concorstats?view=summary', 'concordiagnosis', 'concorstats/flow-007', 'concor/flow-007']);
  await costOfPolls(`the same after ${REQUESTS_OF_OTHERS} other requests`, overview, sample);
  await costWithoutBrowser(overview, sample);

  const flow = await openPage(browser, `${sample.console}#flow=flow-007`, '.component-button');
  await costOfPolls(`a flow of ${COMPONENTS} components`, flow, sample);
  await costWithoutBrowser(flow, sample);

  await leaveOpenForAnHour(browser, `${sample.console}#flow=flow-007`);
} finally {
  await browser.close();
  await sample.stop();
  rmSync(folder, { recursive: true });
}
