import { expect } from '@playwright/test';
import { fillConnection } from '../../actions.ts';
import type { Scene } from '../screenshot.ts';

/** From the first start to the first bills. */
export const start: Scene = {
  name: 'start',
  sandbox: { bills: '2400' },
  open: (stage) => stage.start({ asNewcomer: true }),
  screenshots: [
    {
      name: 'welcome',
      shows: ['WelcomeScreen'],
      reach: async ({ page }) => {
        await expect(
          page.getByRole('button', { name: 'Connect your accounting service' }),
        ).toBeVisible();
      },
    },
    {
      name: 'connect',
      shows: ['ConnectForm'],
      reach: async ({ page }) => {
        await page.getByRole('button', { name: 'Connect your accounting service' }).click();
        await expect(page.getByRole('textbox', { name: 'Service URL' })).toBeVisible();
      },
    },
    {
      name: 'connect-problems',
      shows: ['ConnectForm'],
      reach: async ({ page }) => {
        await page.getByRole('textbox', { name: 'Service URL' }).fill('books');
        await page.getByRole('textbox', { name: 'Client ID' }).fill('billfold-desk');
        await page.getByRole('button', { name: 'Save and sign in', exact: true }).click();
        await expect(page.getByText(/need attention/)).toBeVisible();
      },
    },
    {
      name: 'signing-in-paste',
      shows: ['SigningInScreen'],
      reach: async ({ app, page, sandbox }) => {
        await app.choose('Connect');
        const redirectUri = 'https://books.example.com/connected';
        await fillConnection(page, sandbox, { redirectUri });
        await page.getByRole('button', { name: 'Finish sign-in' }).click();
        await expect(page.getByText('Paste the address or the code.')).toBeVisible();
      },
    },
    {
      name: 'host-unreachable',
      shows: ['SignedOutScreen'],
      reach: async ({ page, sandbox }) => {
        await page.getByRole('button', { name: 'Cancel' }).click();
        await sandbox.control.goUnreachable();
        await page.getByRole('button', { name: 'Sign in', exact: true }).click();
        await expect(page.getByRole('button', { name: 'Continue anyway' })).toBeVisible();
        await sandbox.control.comeBack();
      },
    },
    {
      name: 'signed-out',
      shows: ['SignedOutScreen', 'SignInPage'],
      reach: async (stage) => {
        await stage.start();
        await expect(
          stage.page.getByRole('button', { name: 'Sign in', exact: true }),
        ).toBeVisible();
      },
    },
    {
      name: 'signing-in',
      shows: ['SigningInScreen'],
      reach: async ({ page }) => {
        await page.getByRole('button', { name: 'Sign in', exact: true }).click();
        await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
      },
    },
    {
      name: 'signed-out-reason',
      shows: ['SignedOutScreen'],
      reach: async ({ page }) => {
        await page.getByRole('button', { name: 'Cancel' }).click();
        await expect(page.getByText('Sign-in canceled')).toBeVisible();
      },
    },
    {
      name: 'change-connection',
      shows: ['ConnectPage'],
      reach: async ({ page }) => {
        await page.getByRole('button', { name: 'Edit connection' }).click();
        await expect(page.getByRole('textbox', { name: 'Service URL' })).toBeVisible();
      },
      leave: ({ page }) => page.getByRole('button', { name: 'Back' }).click(),
    },
    {
      name: 'start-over',
      shows: ['SignedOutScreen'],
      reach: async ({ page }) => {
        await page.getByRole('button', { name: 'Connect a different service' }).click();
        await expect(page.getByRole('alertdialog')).toBeVisible();
      },
      leave: ({ page }) => page.keyboard.press('Escape'),
    },
    {
      name: 'first-pull',
      shows: ['FirstPull'],
      whileReading: true,
      reach: async ({ page, sandbox, consent }) => {
        // The second page of the first list is delayed, so that the picture shows the first one.
        await sandbox.control.addFault({
          match: { path: '/api/v1/bills', nth: 2, times: 1_000 },
          fault: { kind: 'latency', delayMs: 600_000 },
        });
        consent();
        await page.getByRole('button', { name: 'Sign in', exact: true }).click();
        await expect(page.getByText('Syncing your bills')).toBeVisible();
        await expect(page.getByText(/50 bills/).first()).toBeVisible();
      },
    },
  ],
};
