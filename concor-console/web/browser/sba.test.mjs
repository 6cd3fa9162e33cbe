import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { launch, open, PATIENCE } from './harness.mjs';

/**
 * The console as a view of Spring Boot Admin, for two flows of an instance: "orders" is reader, then writer, without joins; "bills" is
 * writer, with a durable slot.
 */

const view = process.env.CONCOR_SBA_VIEW;
const otherView = process.env.CONCOR_SBA_OTHER_VIEW;

let browser;
let page;

before(async () => {
  browser = await launch();
});

after(() => browser?.close());

afterEach(async () => {
  const { faults } = page;
  await page.context().close();
  assert.deepEqual(faults, [], 'violations of the policy, errors of scripts, dialogs');
});

const writer = () => page.locator('[data-slot="writer"]');

describe('an operator', { timeout: 3 * PATIENCE }, () => {
  it('finds the view, puts a join in on trial and undoes it', async () => {
    page = await open(browser, view.replace(/concor$/, 'details'));

    await page.getByRole('link', { name: 'Concor', exact: true }).click();
    await page.waitForURL(view);
    await page.getByRole('link', { name: 'orders', exact: true }).click();
    await page.locator('.component-button', { hasText: 'reader' }).waitFor();
    assert.match(page.url(), /\/concor#.*flow=orders/);
    await writer().filter({ hasText: 'empty' }).waitFor();

    await page.getByRole('button', { name: /^writer / }).press('Enter');
    const form = page.getByRole('form', { name: 'change slot writer' });
    assert.match(page.url(), /slot=writer$/);
    await form.getByLabel('pool').selectOption('fixed');
    await form.getByText('writer: put in (fixed, 2 threads').waitFor();
    await form.getByRole('button', { name: 'Put the join in on trial' }).click();
    await page.getByText('is on trial').waitFor();
    await writer().filter({ hasText: 'fixed 2' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('is on trial').waitFor({ state: 'detached' });
    await writer().filter({ hasText: 'empty' }).waitFor();
  });

  it('pauses and resumes a durable queue', async () => {
    page = await open(browser, view);
    await page.getByRole('link', { name: 'Queues' }).click();
    await page.getByRole('link', { name: 'bills.writer' }).click();
    assert.equal(page.url(), `${view}#queue=bills.writer`);
    await page.getByText('Flow bills, slot writer: fixed, 2 threads').waitFor();

    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('paused', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('running', { exact: true }).waitFor();
  });

  it('goes back and forth between the flow, the list of flows and other views', async () => {
    page = await open(browser, `${view}#flow=orders&slot=reader`);
    await page.getByRole('heading', { name: 'reader' }).waitFor();
    const chain = page.locator('.component-button', { hasText: 'reader' });

    await page.getByRole('link', { name: 'Changes' }).click();
    await page.getByRole('link', { name: 'Changes', current: 'page' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Charts', current: 'page' }).waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    assert.equal(page.url(), `${view}#flow=orders`);

    await page.locator('aside').getByRole('link', { name: 'Concor', exact: true }).click();
    await page.getByRole('link', { name: 'orders', exact: true }).waitFor();
    await page.goBack();
    await chain.waitFor();

    await page.locator('aside .instance-info-block').click();
    await page.waitForURL(/\/details$/);
    await chain.waitFor({ state: 'detached' });
    await page.goBack();
    await chain.waitFor();
    assert.equal(page.url(), `${view}#flow=orders`);
  });

  it('goes from instance to instance', async () => {
    page = await open(browser, view);
    const flow = page.getByRole('link', { name: 'orders', exact: true });
    await flow.waitFor();

    await page.evaluate((address) => {
      history.pushState(null, '', address);
      dispatchEvent(new PopStateEvent('popstate'));
    }, otherView);
    await page.waitForRequest((request) => request.url() === otherView.replace(/concor$/, 'actuator/concor'));
    await flow.click();

    await page.locator('.component-button').first().waitFor();
    assert.ok(page.url().startsWith(`${otherView}#`));
  });

  it('sees both pages with their own styles', async () => {
    page = await open(browser, `${view}#flow=orders`);
    await page.locator('.chart canvas').first().waitFor();

    const unscoped = await page.evaluate(() => {
      const selectors = (rules) =>
        [...rules].flatMap((rule) => rule.selectorText ?? (rule.media ? selectors(rule.cssRules) : []));
      const sheet = [...document.styleSheets].find(({ href }) => href?.includes('/extensions/concor/'));
      return selectors(sheet.cssRules).filter((selector) => !selector.includes('.concor-console'));
    });
    assert.deepEqual(unscoped, []);
    const heading = page.locator('.concor-console h1');
    assert.deepEqual(
      await heading.evaluate((node) => [getComputedStyle(node).fontSize, getComputedStyle(node).fontWeight]),
      ['20px', '700'],
    );
    const graph = await page.locator('.graph').boundingBox();
    const component = await page.locator('.component-button').first().boundingBox();
    assert.ok(component.y > graph.y && component.y + component.height < graph.y + graph.height, 'the chain is in its frame');
  });

  it('sees the view under a policy that allows neither evaluated scripts nor other origins', async () => {
    page = await open(browser, 'about:blank');
    await page.route(view, async (route) => {
      const response = await route.fetch();
      const policy = "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'"; // inline: those of Spring Boot Admin
      await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': policy } });
    });

    const answer = await page.goto(`${view}#flow=orders`);

    await page.locator('.chart canvas').first().waitFor();
    assert.match(answer.headers()['content-security-policy'], /default-src 'self'/);
  });
});
