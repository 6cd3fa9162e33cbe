import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { figureOf, launch, onlyReads, open, PATIENCE, Sample, seriousFindings, statusOf } from './harness.mjs';

/**
 * The pages of durable queues, over the sample mo-flow without its catch component. The events of two slots wait in a file; the
 * applications to which it sends messages are down.
 */

const FLOW = '--concor.flows.mo-flow';
const TASKS = {
  translator: 'translator',
  'session-manager': 'moSessionManager',
  router: 'router',
  'endpoint-resolver': 'endpointResolver',
  'at-translator': 'atTranslator',
  'message-sender': 'messageSender',
};

const SESSIONS = 'mo-flow.session-manager';
const SENDING = 'mo-flow.endpoint-resolver';

const folder = mkdtempSync(path.join(tmpdir(), 'concor-queues-'));
let browser;
let sample;
let page;
let pages = [];

async function visit(place, options) {
  page = await open(browser, `${sample.console}#${place}`, options);
  pages.push(page);
}

const queue = (name) => sample.get(`concorqueues/${name}`);

async function send(shortCode, text) {
  const { status } = await sample.send('4917012345', shortCode, text);
  assert.equal(status, 202);
}

const figure = (name, value) => figureOf(page, name, value);
const status = (text) => statusOf(page, text);

before(async () => {
  browser = await launch();
  sample = await Sample.start([
    '--mo-flow.receiver.enabled=false',
    ...Object.entries(TASKS).flatMap(([name, task], i) => [`${FLOW}.tasks[${i}].name=${name}`, `${FLOW}.tasks[${i}].task=${task}`]),
    `${FLOW}.slots.session-manager.pool=single`,
    `${FLOW}.slots.session-manager.queue=durable`,
    `${FLOW}.slots.endpoint-resolver.queue=durable`,
    `--concor.queues.location=${path.join(folder, 'queues.db')}`,
    '--concor.queues.show-messages=true',
  ]);
});

after(async () => {
  await browser?.close();
  await sample?.stop();
  rmSync(folder, { recursive: true });
});

afterEach(async () => {
  const faults = pages.flatMap((one) => one.faults);
  await Promise.all(pages.map((one) => one.context().close()));
  pages = [];
  assert.deepEqual(faults, [], 'violations of the policy, errors of scripts, dialogs');
});

describe('an operator', { timeout: 5 * PATIENCE }, () => {
  it('pauses a queue, resumes it, sees why its events failed and requeues them', async () => {
    await visit('flow=mo-flow');
    await page.locator('[data-slot="endpoint-resolver"]', { hasText: 'durable' }).getByText('0 wait').waitFor();
    await page.getByRole('button', { name: /^endpoint-resolver / }).click();
    assert.match(await page.getByLabel('queue').locator('option:checked').innerText(), /^durable/);
    await page.getByRole('link', { name: 'Show its queue' }).click();
    await page.getByText('Flow mo-flow, slot endpoint-resolver: fixed, 2 threads').waitFor();
    assert.deepEqual(await page.getByRole('navigation').getByRole('link').allInnerTexts(), ['Flows', 'Queues']);

    await page.getByLabel('reason').fill('the applications are being moved');
    await page.getByRole('button', { name: 'Pause' }).click();
    await status('The queue is paused: no process gets an event of it.');
    await send('2222', 'vote 1');
    await send('1111', 'news');
    await figure('depth', '2');

    await page.getByRole('button', { name: 'Resume' }).click();
    await figure('dead letters', '2');
    const letters = page.getByRole('region', { name: `dead letters of ${SENDING}` });
    await letters.getByText('UndeliverableException').first().waitFor();
    await letters.getByRole('row', { name: /news/ }).getByText('message-sender').waitFor();
    await letters.locator('summary').first().press('Enter');
    await letters.getByText('"text":"vote 1"').waitFor();

    const applications = createServer((request, response) => request.resume().on('end', () => response.end()));
    await new Promise((resolve) => applications.listen(sample.receiver, '127.0.0.1', resolve));
    try {
      await page.keyboard.press('Tab'); // the message
      await page.keyboard.press('Tab'); // Requeue
      await page.keyboard.press('Enter');
      await status('1 dead letter requeued.');
      await figure('dead letters', '1');
      await page.locator('[role=status]:focus').waitFor(); // the button is gone with its row
      await page.getByLabel('error').fill('UndeliverableException');
      await page.getByRole('button', { name: 'Requeue chosen' }).click();
      await status('1 dead letter requeued.');
      await page.getByText('There is none.').waitFor();
      await figure('depth', '0');
      assert.deepEqual([(await queue(SENDING)).depth, (await queue(SENDING)).dead], [0, 0]);
    } finally {
      applications.close();
    }
  });

  it('sees that a failed event keeps the order of all later ones, and deletes it', async () => {
    await send('999', 'to an application that is not there');
    await send('1111', 'later');
    await sample.until(async () => (await queue(SESSIONS)).held.length === 1);
    await visit('view=queues');
    await page.getByRole('row', { name: SESSIONS }).getByText('held').waitFor();
    await page.getByRole('link', { name: SESSIONS }).click();

    const held = page.getByRole('region', { name: 'held keys', exact: true });
    await held.getByRole('rowheader', { name: 'all events' }).waitFor();
    await held.getByText('UndeliverableException').first().waitFor();
    await figure('depth', '1');
    page.question = `of queue '${SESSIONS}' with their messages?`;
    await held.getByRole('button', { name: 'delete' }).press('Enter');
    await held.waitFor({ state: 'detached' });
    await figure('depth', '0');
  });

  it('purges a queue after a question that says what is deleted, and learns why a choice is refused', async () => {
    await sample.post(`concorqueues/${SESSIONS}`, { action: 'pause' });
    await send('1111', 'one');
    await send('1111', 'two');
    await visit(`queue=${SESSIONS}`);
    await figure('depth', '2');
    page.question = 'This deletes 2 waiting events, 0 delayed events and 0 dead letters';
    await page.getByRole('button', { name: 'Purge' }).click();
    await status('2 events deleted, dead letters included.');
    await sample.post(`concorqueues/${SESSIONS}`, { action: 'resume' });

    await send('999', 'nowhere');
    await page.getByLabel('older than').fill('5');
    await page.getByRole('button', { name: 'Requeue chosen' }).click();
    await page.getByRole('alert').getByText('olderThan:').waitFor();
    assert.equal((await queue(SESSIONS)).dead, 1);
  });
});

describe('everyone', { timeout: 2 * PATIENCE }, () => {
  for (const [width, colorScheme] of [
    [1280, 'light'],
    [400, 'dark'],
  ]) {
    it(`reads the pages without barriers, ${width} px wide, ${colorScheme}`, async () => {
      for (const [place, last] of [
        ['view=queues', 'queues of this server'],
        [`queue=${SESSIONS}`, `dead letters of ${SESSIONS}`],
      ]) {
        await visit(place, { viewport: { width, height: 900 }, colorScheme });
        await page.getByRole('region', { name: last }).waitFor();
        assert.deepEqual(await seriousFindings(page), [], place);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, place);
      }
    });
  }

  it('changes nothing where the endpoint is only read', async () => {
    await visit('about:blank');
    await onlyReads(page, 'concorqueues');
    await page.goto(`${sample.console}#queue=${SESSIONS}`);
    await page.getByRole('region', { name: `dead letters of ${SESSIONS}` }).waitFor();
    assert.deepEqual(await page.locator('main button').allInnerTexts(), []);
    assert.equal(await page.locator('main form').count(), 0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});
