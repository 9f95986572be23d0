import { driveStranger } from '../strangers/drive.ts';
import startGo from '../strangers/go.ts';
import startSecondDocumentation from '../strangers/second-documentation.ts';
import { expect, test } from './fixtures.ts';

/** The two services that differ most. `npm run strangers` tests the built app with all of them. */
const strangers = [
  { name: 'go', start: startGo },
  { name: 'second-documentation', start: startSecondDocumentation },
];

for (const { name, start } of strangers) {
  test(`a service written without knowledge of Billfold (${name}) agrees with it on names, bills, approvals, refusals, permissions, token expiry and restarts`, async ({
    launch,
    profileDir,
  }) => {
    const stranger = await start();
    const faults: string[] = [];
    try {
      await driveStranger(stranger, {
        launch,
        profileDir,
        onChecked: (checked) => {
          if (checked.fault !== null) faults.push(`${checked.name}: ${checked.fault}`);
        },
      });
    } finally {
      await stranger.close();
    }
    expect(faults).toEqual([]);
  });
}
