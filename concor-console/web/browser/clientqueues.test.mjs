import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { Application, figureOf, freePort, launch, logIn, onlyReads, open, PATIENCE, seriousFindings, statusOf } from './harness.mjs';

/** The pages of the queues of clients, over the queue server with the clients and the operator of its tour. */

const OPERATOR = ['operator', 'may-read-and-change'];
const basic = (name, password) => ({ Authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` });

const folder = mkdtempSync(path.join(tmpdir(), 'concor-client-queues-'));
let browser;
let server;
let page;

/** Calls the server as a client. */
async function call(client, method, place, body) {
  const password = { alice: 'alice-may-send', bob: 'bob-may-receive' }[client];
  const answer = await fetch(`http://127.0.0.1:${server.port}/queues${place}`, {
    method,
    headers: { ...basic(client, password), ...(body && { 'Content-Type': 'application/json' }) },
    body: body && JSON.stringify(body),
  });
  assert.ok(answer.ok, `${method} ${place}: ${answer.status}`);
  return answer;
}

async function visit(place, options) {
  page = await open(browser, server.console, options);
  await logIn(page, ...OPERATOR);
  await page.getByRole('heading', { name: 'Flows' }).waitFor();
  await page.goto(`${server.console}#${place}`);
}

const messages = () => page.getByRole('region', { name: 'messages of orders' });

before(async () => {
  browser = await launch();
  server = new Application('concor-queue-server', await freePort(), await freePort(), basic(...OPERATOR));
  await server.run([`--concor.queues.location=${path.join(folder, 'queues.db')}`, '--concor.queues.show-messages=true']);
  await call('alice', 'POST', '/clients');
  await call('bob', 'POST', '/clients');
  await call('alice', 'POST', '', { name: 'orders' });
});

/** Bob has leased the first of three messages, and the last one is delayed. */
beforeEach(async () => {
  await server.post('concorclientqueues/orders', { action: 'purge' });
  await call('alice', 'POST', '/orders/messages', { content: 'two coffees', to: 'bob' });
  await call('alice', 'POST', '/orders/messages', { content: 'a tea' });
  await call('alice', 'POST', '/orders/messages', { content: 'a late tea', delay: '1h' });
  await call('bob', 'POST', '/orders/messages/receive?ack=explicit&lease=1h');
});

after(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(folder, { recursive: true });
});

afterEach(async () => {
  const { faults } = page;
  await page.context().close();
  assert.deepEqual(faults, [], 'violations of the policy, errors of scripts, dialogs');
});

describe('an operator', { timeout: 5 * PATIENCE }, () => {
  it('finds clients and queues, and reads messages', async () => {
    await visit('');
    await page.getByRole('link', { name: 'Client queues' }).click();
    const row = page.getByRole('row', { name: 'orders' });
    await row.waitFor();
    assert.match(await row.innerText(), /^orders\s+3\s+1\s+1\s+\d+ s\s+\S+\/s\s+\S+\/s\s+0\s+alice$/);
    await page.getByText('2 are registered.').waitFor();
    assert.deepEqual(await page.getByRole('region', { name: 'clients', exact: true }).getByRole('listitem').allInnerTexts(), ['alice', 'bob']);

    await page.getByRole('link', { name: 'orders' }).click();
    await figureOf(page, 'leased', '1');
    const leased = messages().getByRole('row', { name: /leased by bob until/ });
    await leased.locator('summary').press('Enter');
    await leased.getByText('two coffees').waitFor();
    await messages().getByRole('row', { name: /any other.*waits/ }).waitFor();
    await messages().getByRole('row', { name: /delayed until/ }).waitFor();
  });

  it('gives leased messages back, and purges, after questions that say what happens', async () => {
    await visit('clientqueue=orders');
    await figureOf(page, 'leased', '1');
    await page.getByLabel('reason').fill('bob has lost them');
    await page.getByLabel('leased by').fill('bob');
    page.question = "the messages of queue 'orders' that client 'bob' has leased?";
    await page.getByRole('button', { name: 'Requeue chosen' }).press('Enter');
    await statusOf(page, '1 message given back.');
    await figureOf(page, 'leased', '0');

    page.question = "all messages of queue 'orders' (3 now)";
    await page.getByRole('button', { name: 'Purge all' }).press('Enter');
    await statusOf(page, '3 messages deleted.');
    await figureOf(page, 'depth', '0');
    await page.getByText('There is none.').waitFor();
  });

  it('learns why a choice is refused, and nothing is deleted', async () => {
    await visit('clientqueue=orders');
    await page.getByLabel('older than').fill('5');
    page.question = 'that were sent 5 ago or earlier';
    await page.getByRole('button', { name: 'Purge chosen' }).click();
    await page.getByRole('alert').getByText('olderThan:').waitFor();
    assert.equal((await server.get('concorclientqueues/orders')).depth, 3);
  });

  it('learns why contents are not shown', async () => {
    await visit('');
    await page.route(
      ({ pathname }) => pathname.endsWith('/orders/messages'),
      async (route) => {
        const response = await route.fetch();
        const json = await response.json();
        json.messages.forEach((message) => delete message.content);
        await route.fulfill({ response, json });
      },
    );
    await page.goto(`${server.console}#clientqueue=orders`);
    await page.getByText('This server does not show contents.').waitFor();
    await messages().getByText('11 characters').waitFor();
    assert.equal(await messages().locator('details').count(), 0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('leads through pages of queues, and opens one by its name', async () => {
    await visit('');
    await page.route(
      ({ pathname }) => pathname.endsWith('/concorclientqueues'),
      async (route) => {
        const response = await route.fetch();
        const json = await response.json();
        if (!route.request().url().includes('after=orders')) {
          json.next = 'orders';
        }
        await route.fulfill({ response, json });
      },
    );
    await page.goto(`${server.console}#view=clientqueues`);
    const queues = page.getByRole('region', { name: 'queues of clients of this server' });
    await queues.getByRole('button', { name: 'Next page' }).click();
    await page.getByText('No queue follows.').waitFor();
    await queues.getByRole('button', { name: 'Previous page' }).click();
    await queues.getByLabel('queue', { exact: true }).fill('none');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText("There is no queue 'none'").waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});

describe('everyone', { timeout: 2 * PATIENCE }, () => {
  for (const [width, colorScheme] of [
    [1280, 'light'],
    [400, 'dark'],
  ]) {
    it(`reads the pages without barriers, ${width} px wide, ${colorScheme}`, async () => {
      await visit('', { viewport: { width, height: 900 }, colorScheme });
      for (const [place, last] of [
        ['view=clientqueues', 'client queues of this server'],
        ['clientqueue=orders', 'messages of orders'],
      ]) {
        await page.goto(`${server.console}#${place}`);
        await page.getByRole('region', { name: last }).waitFor();
        assert.deepEqual(await seriousFindings(page), [], place);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, place);
      }
    });
  }

  it('changes nothing where the endpoint is only read', async () => {
    await visit('');
    await onlyReads(page, 'concorclientqueues');
    await page.goto(`${server.console}#clientqueue=orders`);
    await messages().waitFor();
    assert.equal(await page.locator('main form').count(), 0);
    assert.equal(await page.getByRole('button', { name: /Purge|Requeue/ }).count(), 0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});
