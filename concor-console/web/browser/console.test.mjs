import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { mkdirSync } from 'node:fs';
import { launch, logIn, open, PATIENCE, Sample, seriousFindings } from './harness.mjs';

/** The page in a real browser, over the sample mo-flow under load. */

const SCREENSHOTS = process.env.CONCOR_SCREENSHOTS;
/** In the default build: without the walks that take long. */
const SHORT = process.env.CONCOR_WALKS === 'short';

/** The passwords operator-secret and viewer-secret with the least cost: the browser logs in with each request that has no session. */
const OPERATOR_HASH = '{bcrypt}$2a$04$WviE1efqMfOGagGWWvwYKOkICZFFRfqyxtaDa5QjQV1.2mVXxu0JC';
const VIEWER_HASH = '{bcrypt}$2a$04$qHevl/05GiMOZVPCkmHKzuMZYff6UoQ/ZKbhrGYbScJUVNuZVdHKG';

let browser;
let sample;
let pages = [];

const flowPage = (more = '') => `${sample.console}#flow=mo-flow${more}`;

async function visit(url = sample.console, options) {
  const page = await open(browser, url, options);
  pages.push(page);
  return page;
}

const trial = (page) => page.getByRole('region', { name: 'trial', exact: true });

/** Changes what the server answers to the page. */
function answered(page, path, change) {
  return page.route(
    ({ pathname }) => pathname.endsWith(path),
    async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      change(json);
      await route.fulfill({ response, json });
    },
  );
}

async function screenshot(page, name, height) {
  if (SCREENSHOTS) {
    mkdirSync(SCREENSHOTS, { recursive: true });
    await page.screenshot({ path: `${SCREENSHOTS}/${name}.png`, clip: { x: 0, y: 0, width: 1280, height } });
  }
}

before(async () => {
  browser = await launch();
  sample = await Sample.start();
  sample.load(160);
});

after(async () => {
  await browser?.close();
  await sample?.stop();
});

afterEach(async () => {
  const faults = pages.flatMap((page) => page.faults);
  await Promise.all(pages.map((page) => page.context().close()));
  pages = [];
  assert.deepEqual(faults, [], 'violations of the policy, errors of scripts, dialogs');
});

describe('an operator', { timeout: 5 * PATIENCE }, () => {
  it('sees all flows and where to look', async () => {
    const page = await visit();
    const row = page.locator('tr', { hasText: 'mo-flow' });

    await row.getByText('too-few-threads').waitFor();
    assert.match(await row.innerText(), /running[\s\S]*\/s[\s\S]*of 64/);
    await row.locator('.sparkline polyline').waitFor();
    await screenshot(page, 'console-overview', 190);
    await page.getByLabel('filter flows').fill('no such flow');
    await page.getByText('No flow matches the filter.').waitFor();
  });

  it('finds the bottleneck, applies the advice on trial, sees it help, confirms and saves', async () => {
    const page = await visit(flowPage());
    const before = (await sample.get('concorstats/mo-flow?view=summary')).throughput;

    await page.locator('.component-limiting', { hasText: 'endpoint-resolver' }).waitFor();
    await page.getByText('Both threads of slot').waitFor();
    await screenshot(page, 'console-flow', 900);
    await page.getByRole('button', { name: 'Try it for 2 minutes' }).click();
    await trial(page).waitFor();
    assert.match(await page.getByRole('timer').innerText(), /^[12]:\d\d$/);
    await sample.until(async () => (await sample.get('concorstats/mo-flow?view=summary')).throughput > 1.3 * before);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await trial(page).waitFor({ state: 'detached' });

    await page.getByRole('link', { name: 'Presets' }).click();
    await page.getByLabel('save the present layout as').fill('evening');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'evening' }).waitFor();
    await page.getByText('active').waitFor();

    await page.getByRole('link', { name: 'Changes' }).click();
    await page.getByText('advice of the verdict').waitFor();
  });

  it('changes a slot by keyboard, with dry run and prediction', async () => {
    const page = await visit(flowPage());
    const component = page.getByRole('button', { name: /^endpoint-resolver / });

    await page.getByRole('button', { name: /^router / }).focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(await component.evaluate((node) => node === document.activeElement), true);
    await page.keyboard.press('Enter');
    const form = page.getByRole('form', { name: 'change slot endpoint-resolver' });
    const heading = page.getByRole('heading', { name: 'endpoint-resolver' });
    assert.equal(await heading.evaluate((node) => node === document.activeElement), true);
    await page.keyboard.press('Escape');
    assert.equal(await component.evaluate((node) => node === document.activeElement), true);
    await page.keyboard.press('Enter');
    const before = await form.getByLabel('threads').inputValue();
    const more = Number(await form.getByLabel('threads').inputValue()) + 2;
    await form.getByLabel('threads').fill(`${more - 1}`);
    await form.getByText(`, capacity 1024 → fixed, ${more - 1} threads, capacity 1024`).waitFor();
    await form.getByText('Predicted').waitFor();
    await form.getByLabel('threads').fill('0');
    await form.getByRole('alert').getByText('out of bounds').waitFor();
    assert.equal(await form.getByRole('button', { name: /Apply/ }).isDisabled(), true);
    await form.getByLabel('threads').fill(`${more}`);
    await form.getByText(`→ fixed, ${more} threads`).waitFor();
    await form.getByLabel('reason').fill('<img src=x onerror=alert(1)>');
    await page.keyboard.press('Enter');
    await trial(page).waitFor();
    await form.getByText('These are the present settings.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await trial(page).waitFor({ state: 'detached' });
    assert.equal(await form.getByLabel('threads').inputValue(), before, 'the form follows the layout');
    await page.getByRole('link', { name: 'Changes' }).click();
    await page.getByText('<img src=x onerror=alert(1)>').first().waitFor();
    assert.equal(await page.locator('img').count(), 0);
  });

  it('sees the batches of a batch component and changes their settings, only there', async () => {
    const page = await visit('about:blank');
    await answered(page, '/concor/mo-flow', ({ components }) => {
      const component = components.find(({ name }) => name === 'endpoint-resolver');
      component.kind = 'batch';
      Object.assign(component.slot, { batch: 500, linger: '0s', batchTarget: '200ms', batchErrors: 'fail' });
    });
    await answered(page, '/concorstats/mo-flow', ({ window }) => {
      const call = { samples: 40, p50Micros: 9_000, p99Micros: 20_000 };
      const batches = { limit: 480, count: 40, meanSize: 123.4, p95Size: 470, maxSize: 480, call, meanMicrosPerEvent: 73 };
      Object.assign(window.slots.find(({ name }) => name === 'endpoint-resolver') ?? {}, { batches });
    });
    await page.goto(flowPage('&slot=endpoint-resolver'));

    await page.locator('.component-button', { hasText: 'batch task' }).getByText('batches of 123, up to 480').waitFor();
    const panel = page.getByRole('region', { name: 'slot endpoint-resolver' });
    await panel.getByText('batches of up to 500, target 200ms').first().waitFor();
    await panel.getByText('9 / 20 ms').waitFor();
    const form = page.getByRole('form', { name: 'change slot endpoint-resolver' });
    assert.equal(await form.getByLabel('batch-errors').inputValue(), 'fail');
    assert.equal(await form.getByLabel('pool').locator('option', { hasText: 'none' }).count(), 0);
    const dryRun = page.waitForRequest((request) => request.postData()?.includes('"batch":50,') ?? false);
    await form.getByLabel('batch-target').fill('');
    await form.getByLabel('batch (').fill('50');
    const { batch, linger, batchTarget, batchErrors } = (await dryRun).postDataJSON();
    assert.deepEqual([batch, linger, batchTarget, batchErrors], [50, '0s', 'none', 'fail']);
    await form.getByRole('alert').getByText('is a setting of batch components').waitFor(); // which it is not for the server

    await page.goto(flowPage('&slot=router'));
    await page.getByRole('form', { name: 'change slot router' }).getByLabel('pool').waitFor();
    assert.equal(await page.getByLabel('batch-errors').count(), 0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('puts a join in and takes it out by drag', async () => {
    const page = await visit(flowPage());
    const slot = page.locator('[data-slot="at-translator"]');

    await page.locator('.join-chip').dragTo(slot);
    const form = page.getByRole('form', { name: 'change slot at-translator' });
    await form.getByRole('button', { name: 'Put the join in on trial' }).click();
    await slot.getByText('fixed 2').waitFor();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('The trial of version').getByText('confirmed').waitFor();

    await slot.dragTo(page.locator('.join-chip'));
    await form.getByRole('button', { name: 'Take the join out on trial' }).click();
    await page.locator('[data-slot="at-translator"]', { hasText: 'empty' }).waitFor();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await trial(page).waitFor({ state: 'detached' });
  });

  it('changes a slot again and again, without being told of its own changes', async () => {
    const page = await visit(flowPage('&slot=trans-logger'));
    const form = page.getByRole('form', { name: 'change slot trans-logger' });
    await form.getByLabel('pool').selectOption('fixed');
    await form.getByLabel('on trial').selectOption('');

    for (const threads of ['3', '4']) {
      await form.getByLabel('threads').fill(threads);
      await form.getByRole('button', { name: /^(Put the join in|Apply)$/ }).click();
      await page.locator('[data-slot="trans-logger"]', { hasText: `fixed ${threads}` }).waitFor();
    }
    await page.getByRole('link', { name: 'Changes' }).click();
    await page.getByRole('button', { name: 'Undo the last change' }).click();
    await page.locator('[data-slot="trans-logger"]', { hasText: 'fixed 3' }).waitFor();
    await form.getByLabel('pool').selectOption('none');
    await form.getByRole('button', { name: 'Take the join out', exact: true }).click();
    await page.locator('[data-slot="trans-logger"]', { hasText: 'empty' }).waitFor();
    assert.equal(await form.getByRole('alert').count(), 0);
  });

  it('finds the button of the form in its place while dry run and prediction are answered', { skip: SHORT }, async () => {
    await sample.post('concorslots/mo-flow/trans-logger', { pool: 'none' });
    const page = await visit(flowPage('&slot=trans-logger'));
    const form = page.getByRole('form', { name: 'change slot trans-logger' });
    const button = form.getByRole('button', { name: 'Put the join in on trial', disabled: false });
    const place = () => button.evaluate((node) => node.getBoundingClientRect().top - node.form.getBoundingClientRect().top);
    let answer;
    const asked = new Promise((resolve) => (answer = resolve));
    await page.route(
      ({ pathname }) => pathname.endsWith('/trans-logger'),
      async (route) => {
        if (route.request().postDataJSON()?.dryRun) {
          await asked;
        }
        await route.continue();
      },
    );
    await form.getByLabel('pool').selectOption('fixed');
    const before = await place();

    answer();
    await form.getByText('trans-logger: put in').waitFor();
    await form.getByText('Predicted').waitFor();

    assert.equal(await place(), before);
  });

  it('takes a join out by keyboard', async () => {
    await sample.post('concorslots/mo-flow/at-translator', { pool: 'single' });
    const page = await visit(flowPage('&slot=at-translator'));
    const form = page.getByRole('form', { name: 'change slot at-translator' });

    await form.getByLabel('pool').focus();
    await page.keyboard.press('Home'); // the first is "none"
    await form.getByText('take out').waitFor();
    await form.getByLabel('on trial').selectOption('');
    await form.getByRole('button', { name: 'Take the join out', exact: true }).press('Enter');

    await page.locator('[data-slot="at-translator"]', { hasText: 'empty' }).waitFor();
  });

  it('sees how a preset differs, applies it on trial and deletes it', async () => {
    await sample.post('concorpresets/mo-flow/night', {});
    await sample.post('concorslots/mo-flow/trans-logger', { pool: 'fixed', threads: 3 });
    const page = await visit(flowPage('&view=presets'));

    await page.getByRole('button', { name: 'night' }).click();
    await page.getByText('trans-logger: take out').waitFor();
    await page.getByRole('button', { name: 'Apply for 2 minutes' }).click();
    await trial(page).waitFor();
    await page.locator('[data-slot="trans-logger"]', { hasText: 'empty' }).waitFor();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('It is the present layout.').waitFor();
    page.question = "Delete preset 'night'?";
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'night' }).waitFor({ state: 'detached' });
  });

  it('is told who has changed the layout meanwhile', async () => {
    const page = await visit(flowPage('&slot=trans-logger'));
    const form = page.getByRole('form', { name: 'change slot trans-logger' });
    await form.getByLabel('pool').selectOption('fixed');
    await form.getByLabel('threads').fill('3');

    await sample.post('concorslots/mo-flow/at-translator', { pool: 'single', reason: 'another operator' });
    await form.getByRole('button', { name: 'on trial' }).click();

    await form.getByText('at-translator: put in').waitFor();
    await form.getByText('another operator').waitFor();
    await form.getByRole('button', { name: 'change from there' }).press('Enter');
    assert.equal(await form.getByRole('button', { name: 'on trial' }).evaluate((node) => node === document.activeElement), true);
    await page.keyboard.press('Enter');
    await trial(page).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await trial(page).waitFor({ state: 'detached' });
  });

  it('sets the autopilot and the sampling', async () => {
    const page = await visit(flowPage('&view=autopilot'));

    await page.getByLabel('p99 at most').fill('80ms');
    await page.getByRole('button', { name: 'Set' }).click();
    await sample.until(async () => (await sample.get('concorautopilot/mo-flow')).goal.p99 === '80ms');
    await page.getByRole('link', { name: 'Sampling' }).click();
    await page.getByLabel('events', { exact: true }).fill('32');
    await page.getByRole('button', { name: 'Set' }).click();
    await page.getByText('Of 64 events 32 are measured.').waitFor();
  });

  it('sees charts at once, and a link leads to the same place', async () => {
    const page = await visit(flowPage('&seconds=60&slot=endpoint-resolver'));

    await page.locator('.chart canvas').first().waitFor();
    await page.getByRole('button', { name: '1 minute', pressed: true }).waitFor();
    await page.getByRole('heading', { name: 'endpoint-resolver' }).waitFor();
    const chart = page.getByRole('slider', { name: 'Throughput' });
    await chart.focus();
    await page.keyboard.press('Home');
    const [first, last] = await chart.evaluate((one) => [one.ariaValueNow, one.ariaValueMax]);
    assert.ok(first === '0' && Number(last) > 10, `${first} of ${last}`);
    assert.match(await chart.getAttribute('aria-valuetext'), /^\d\d:\d\d:\d\d: ended [\d.]+\/s/);
    await page.keyboard.press('+');
    await page.getByRole('button', { name: '5 minutes', exact: true }).click();
    assert.match(page.url(), /flow=mo-flow&slot=endpoint-resolver&seconds=300/);
  });

  it('sees charts in a browser whose language is no language, as Chromium has it in the C locale', async () => {
    const page = await visit('about:blank', { locale: undefined });
    await page.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'language', { get: () => 'en-US@posix', configurable: true }),
    );

    await page.goto(flowPage());
    await page.locator('.chart canvas').first().waitFor();
  });

  it('sees the same flow of another instance, side by side and summed', { skip: SHORT }, async () => {
    const origin = new URL(sample.console).origin;
    const other = await Sample.start([
      `--management.endpoints.web.cors.allowed-origins=${origin}`,
      '--management.endpoints.web.cors.allow-credentials=true',
    ]);
    try {
      const page = await visit();
      await page.getByText('Servers (1)').click();
      await page.getByLabel('Address of the Actuator').fill(other.actuator);
      await page.getByRole('button', { name: 'Add' }).click();
      await page.getByRole('heading', { name: new URL(other.actuator).host }).waitFor();
      await page.getByRole('link', { name: 'mo-flow' }).nth(1).waitFor();
      await page.getByRole('link', { name: 'mo-flow' }).first().click();
      await page.getByRole('link', { name: 'Instances' }).click();
      await page.getByRole('rowheader', { name: 'all 2' }).waitFor();
      const inFlight = await page.getByRole('region', { name: 'instances of mo-flow' }).evaluate((table) =>
        [...table.querySelectorAll('tbody tr, tfoot tr')].map((row) => Number(row.children[3].textContent)),
      );
      assert.equal(inFlight[2], inFlight[0] + inFlight[1]);

      const stranger = await visit(`${sample.console}#flow=mo-flow&server=${encodeURIComponent(other.actuator + '/')}`);
      await stranger.getByText('which this browser does not know yet').waitFor();
      await stranger.getByRole('button', { name: 'Add it' }).click();
      await stranger.getByText(new URL(other.actuator).host).first().waitFor();
      await stranger.locator('.component-button').first().waitFor();
    } finally {
      await other.stop();
    }
  });

  it('does not poll from a hidden tab', { skip: SHORT }, async () => {
    const page = await visit(flowPage());
    await page.locator('.component-button').first().waitFor();
    let requests = 0;
    page.on('request', () => requests++);
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await page.waitForTimeout(500); // what was under way
    requests = 0;
    await page.waitForTimeout(2_500);
    assert.equal(requests, 0);

    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'visible' });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await page.waitForRequest(/concorstats/);
  });
});

describe('everyone', { timeout: 3 * PATIENCE }, () => {
  for (const [width, colorScheme] of [
    [1280, 'light'],
    [400, 'dark'],
  ]) {
    it(`reads pages without barriers, ${width} px wide, ${colorScheme}`, async () => {
      const page = await visit(sample.console, { viewport: { width, height: 900 }, colorScheme });
      await page.locator('tr', { hasText: 'mo-flow' }).waitFor();
      assert.deepEqual(await seriousFindings(page), []);
      for (const view of ['charts', 'changes', 'presets', 'autopilot', 'sampling', 'instances']) {
        await page.goto(flowPage(`&slot=router&view=${view}`));
        await page.locator('.component-button').first().waitFor();
        await page.getByRole('form', { name: 'change slot router' }).waitFor();
        assert.deepEqual(await seriousFindings(page), [], view);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, view);
      }
    });
  }
});

describe('a viewer', { timeout: 3 * PATIENCE }, () => {
  it('reads all and changes nothing', async () => {
    const guarded = await Sample.start(['--concor.security.password-required=true', `--concor.security.users.operator.password=${OPERATOR_HASH}`, `--concor.security.users.viewer.password=${VIEWER_HASH}`]);
    try {
      const page = await visit(guarded.console);
      await logIn(page, 'viewer', 'viewer-secret');
      await page.goto(`${guarded.console}#flow=mo-flow&slot=router&view=presets`);
      await page.getByRole('heading', { name: 'router' }).waitFor();
      await page.getByRole('region', { name: 'presets' }).waitFor();
      await page.waitForLoadState('networkidle').catch(() => {});
      for (const view of ['charts', 'changes', 'autopilot', 'sampling', 'presets']) {
        await page.goto(`${guarded.console}#flow=mo-flow&slot=router&view=${view}`);
        await page.getByRole('region', { name: view, exact: true }).waitFor();
        assert.equal(await page.locator('form').count(), 0, view);
        for (const name of ['Confirm', 'Undo', 'Undo the last change', 'Try it for 2 minutes', 'Apply', 'Delete']) {
          assert.equal(await page.getByRole('button', { name }).count(), 0, `${view}: ${name}`);
        }
      }
      const status = await page.evaluate(
        async () =>
          (
            await fetch('../concorslots/mo-flow/router', {
              method: 'POST',
              headers: { 'Content-Type': 'application/json' },
              body: '{"pool":"fixed","threads":4}',
            })
          ).status,
      );
      assert.equal(status, 403);

      const operator = await visit(guarded.console);
      await logIn(operator, 'operator', 'operator-secret');
      await operator.goto(`${guarded.console}#flow=mo-flow&slot=router`);
      const form = operator.getByRole('form', { name: 'change slot router' });
      await form.getByText('These are the present settings.').waitFor();
      await form.getByLabel('pool').selectOption('fixed');
      await form.getByRole('button', { name: 'Put the join in on trial' }).click();
      await operator.getByText('is on trial by operator').waitFor();
    } finally {
      await guarded.stop();
    }
  });
});

describe('a lost server', { timeout: 3 * PATIENCE, skip: SHORT }, () => {
  it('is shown, and is read again by itself once it is back', async () => {
    const page = await visit(flowPage());
    await page.locator('.component-button').first().waitFor();

    await sample.kill();
    await page.getByText('does not answer').waitFor();
    await sample.start();

    await page.getByText('does not answer').waitFor({ state: 'detached' });
    await page.getByText('version 1').waitFor();
  });
});
