// Loaded by real Electron before the app's main (`-r`): a signal minimizes the window.
const { BrowserWindow } = require('electron');

process.on('SIGUSR2', () => {
  for (const window of BrowserWindow.getAllWindows()) window.minimize();
});
